import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCsvStart } from './csv-start.ts'
import { buildCsvText, guessMapping, readSheet } from './mapping.ts'

const KNOWN = ['query', 'full_name', 'domain']

test('the start of a file is read with its delimiter, quotes and line endings', () => {
  const { delimiter, rows } = readCsvStart('a;"b ""c"""\r\n\r\n"1\n2";3\n4;5', 3)
  assert.equal(delimiter, ';')
  assert.deepEqual(rows, [
    ['a', 'b "c"'],
    ['1\n2', '3'],
    ['4', '5'],
  ])
})

test('columns are mapped by name, and renamed where the server does not know the name', () => {
  const sheet = readSheet('Contact,Company website,Note\nAda Example,example.com,hello\n')
  const mapping = guessMapping(sheet, KNOWN)
  assert.deepEqual(mapping, ['full_name', 'domain', ''])
  assert.equal(buildCsvText(sheet, mapping, KNOWN), 'full_name,domain,Note\nAda Example,example.com,hello\n')
})

test('a column that the user leaves out is renamed, so that the server does not read it', () => {
  const sheet = readSheet('Name,Website\nAda Example,example.com\n')
  assert.equal(buildCsvText(sheet, ['full_name', ''], KNOWN), 'Name,Website (not used)\nAda Example,example.com\n')
})

test('a list without a header gets one', () => {
  const sheet = readSheet('ada@example.com\nemma@example.org')
  assert.equal(sheet.hasHeader, false)
  const mapping = guessMapping(sheet, ['query', 'email'])
  assert.equal(buildCsvText(sheet, mapping, ['query', 'email']), 'query\nada@example.com\nemma@example.org')
})

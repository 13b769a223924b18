import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvRow } from './csv.ts'

test('a cell that a spreadsheet could run is marked as text, even behind blanks or with a variant of the sign', () => {
  const formulas = [
    '=1',
    '+1',
    '-1',
    '@x',
    '\t=1',
    '\r=1',
    '\n=1',
    '\r\n =1',
    ' =1',
    '\u00a0+1',
    '\ufeff=1',
    '\u200b@x',
  ]
  const wide = ['＝1', '＋1', '－1', '＠x', '\n＝1', '﹦1', '﹢1', '﹣1', '﹫x', '\t', '\r', '\u0000=1']
  for (const cell of [...formulas, ...wide]) {
    const written = csvRow([cell])
      .slice(0, -2)
      .replace(/^"(.*)"$/s, '$1')
    assert.equal(written, `'${cell}`, JSON.stringify(cell))
  }
})

test('other texts and all numbers are unchanged', () => {
  for (const cell of ['a=1', ' a', '1-1', '', 'ada@example.com', '(=1)', '\u200ba', '😀'])
    assert.equal(csvRow([cell]), `${cell}\r\n`)
  assert.equal(csvRow([-1, 0.5, true, null, undefined]), '-1,0.5,true,,\r\n')
})

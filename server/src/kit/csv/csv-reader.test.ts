import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { csvRow } from './csv.ts'
import { type CsvItem, createCsvReader, detectDelimiter } from './csv-reader.ts'

function read(text: string, { delimiter = ',', piece = text.length || 1 } = {}): CsvItem[] {
  const reader = createCsvReader(delimiter)
  const items: CsvItem[] = []
  for (let at = 0; at < text.length; at += piece)
    for (const item of reader.push(text.slice(at, at + piece))) items.push(item)
  return items.concat(reader.end())
}

test('quotes, commas and line breaks inside a cell are preserved, and lines are counted', () => {
  assert.deepEqual(read('a,b\r\n"x, ""y""","1\n2"\r\nlast,\n'), [
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['x, "y"', '1\n2'] },
    { line: 4, cells: ['last', ''] },
  ])
})

test('all line endings are read, even mixed, and empty lines are skipped', () => {
  assert.deepEqual(read('a\r\nb\rc\n\n\nd'), [
    { line: 1, cells: ['a'] },
    { line: 2, cells: ['b'] },
    { line: 3, cells: ['c'] },
    { line: 6, cells: ['d'] },
  ])
})

test('stray quotes are text', () => {
  assert.deepEqual(read('5" disk,"E"x\n'), [{ line: 1, cells: ['5" disk', '"E"x'] }])
})

test('an unclosed quote costs only its own line', () => {
  assert.deepEqual(read('a,1\n"open,2\nb,3\n'), [
    { line: 1, cells: ['a', '1'] },
    { line: 2, error: 'a quote is opened here but not closed' },
    { line: 3, cells: ['b', '3'] },
  ])
})

test('a record without an end is abandoned after a megabyte', () => {
  const items = read(`a\n"open\n${'b,1\n'.repeat(400_000)}`, { piece: 1 << 16 })
  assert.equal(items.length, 400_002)
  assert.deepEqual(items[1], { line: 2, error: 'the record that starts here does not end' })
  assert.deepEqual(items.at(-1), { line: 400_002, cells: ['b', '1'] })
})

test('an endless line is reported once', () => {
  const items = read(`a\n${'x'.repeat(3 << 20)}\nb\n`, { piece: 1 << 16 })
  assert.deepEqual(items, [
    { line: 1, cells: ['a'] },
    { line: 2, error: 'the record that starts here does not end' },
    { line: 3, cells: ['b'] },
  ])
})

test('written CSV is read back, in pieces of any size', () => {
  const cell = fc
    .string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'é') })
    .filter((text) => !/^[=+\-@\t\r]/.test(text))
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 6 })
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 9 }), (cells, piece) => {
      const items = read(cells.map(csvRow).join(''), { piece })
      assert.deepEqual(
        items.map((item) => 'cells' in item && item.cells),
        cells,
      )
    }),
  )
})

test('the delimiter is the most frequent separator in the header', () => {
  assert.deepEqual(['a,b', 'a;b', 'a\tb\tc', '"x,y,z";b', 'one'].map(detectDelimiter), [',', ';', '\t', ';', ','])
})

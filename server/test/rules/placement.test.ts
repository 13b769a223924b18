import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { FIRST_DISTRIBUTED, FUNCTION_PLACES, PLACES, WRITTEN_TOGETHER } from '../../src/operations/citus/placement.ts'

const schema = readFileSync(join(import.meta.dirname, '../../../docs/schema.sql'), 'utf8')
const tables = new Map(
  [...schema.matchAll(/^create table (\w+) \((.*?)^\)[^;\n]*;(.*?)^$/gms)].map(
    ([, name = '', body = '', indexes = '']) => [name, { body, indexes }],
  ),
)
const functions = new Map(
  [...schema.matchAll(/^CREATE OR REPLACE FUNCTION (\w+)\((.*?)\)$/gm)].map(([, name = '', args = '']) => [name, args]),
)
const isDistributed = (table: string) => PLACES.distributed.includes(table)

test('every table and every function has one placement on Citus', () => {
  assert.ok(tables.size > 100 && functions.size > 20, 'the schema was read')
  assert.deepEqual(Object.values(PLACES).flat().toSorted(), [...tables.keys()].toSorted())
  const placed = Object.values(FUNCTION_PLACES).flat()
  assert.equal(new Set(placed).size, placed.length)
  assert.deepEqual(
    [...functions.keys()].filter((name) => !placed.includes(name)),
    [],
  )
})

test('unique constraints of a distributed table begin with the workspace', () => {
  for (const table of PLACES.distributed) {
    const { body = '', indexes = '' } = tables.get(table) ?? {}
    for (const [, columns = ''] of body.matchAll(/(?:PRIMARY KEY|UNIQUE) \(([^)]*)/g))
      assert.match(columns, /^workspace_id\b/, table)
    for (const [, columns = ''] of indexes.matchAll(/^CREATE UNIQUE INDEX .*? USING btree \((.*?)\)/gm))
      assert.match(columns, /^workspace_id\b/, table)
  }
  assert.ok(isDistributed(FIRST_DISTRIBUTED))
  assert.deepEqual(
    Object.keys(WRITTEN_TOGETHER).filter((table) => !PLACES.coordinator.includes(table)),
    [],
  )
})

test('foreign keys of distributed tables stay within a workspace or refer to a table on every node', () => {
  for (const table of PLACES.distributed)
    for (const [, columns = '', target = ''] of (tables.get(table)?.body ?? '').matchAll(
      /FOREIGN KEY \(([^)]*)\) REFERENCES (\w+)/g,
    ))
      assert.ok(
        PLACES.reference.includes(target) || (isDistributed(target) && columns.startsWith('workspace_id, ')),
        `${table} refers to ${target}`,
      )
})

test('a delegated function has its workspace as its first argument', () => {
  for (const name of FUNCTION_PLACES.delegated)
    if (functions.has(name)) assert.match(functions.get(name) ?? '', /^p_workspace text/, name)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSchema } from '../../src/operations/schema/migrate.ts'

/** The baseline creates the tables of an empty database: no previous version runs beside it. */
const BASELINE_LAST = 12

/** Statements that break the previous version, or make it wait. */
const REFUSED: readonly (readonly [RegExp, string])[] = [
  [/\bdrop\s+(?:table|column|view|sequence|function|type)\b/, 'drops something that the previous version may use'],
  [/\brename\b/, 'renames something that the previous version uses'],
  [/\balter\s+column\s+\S+\s+(?:set\s+data\s+)?type\b/, 'changes the type of a column'],
  [/\balter\s+column\s+\S+\s+set\s+not\s+null\b/, 'requires a value that the previous version does not write'],
  [/\balter\s+column\s+\S+\s+drop\s+default\b/, 'removes a default that the previous version relies on'],
  [/\bconcurrently\b/, 'cannot run in the transaction of all migrations'],
  [/\b(?:truncate|lock\s+table|vacuum|cluster)\b/, 'locks a whole table'],
  [/\bset\s+logged\b|\bset\s+unlogged\b/, 'rewrites a table'],
]
/** Statements that fail on a database that Citus has distributed. */
const REFUSED_ON_CITUS: readonly (readonly [RegExp, string])[] = [
  [
    /\bcreate\s+table\b[^;]*\breferences\b/,
    'refers to another table before it is placed: add the foreign key by alter table',
  ],
  [
    /\balter\s+table\b[^;]*(?:,\s*add\s+constraint\b|\badd\s+constraint\b[^;]*,\s*(?:add|drop|alter)\b)/,
    'adds a constraint together with other changes',
  ],
  [/\badd\s+column\b[^;]*\bidentity\b/, 'adds an identity column'],
]
const ADDED = /\badd\s+column\s+(?:if\s+not\s+exists\s+)?[^,;]+/g

function listMigrationProblems(text: string): string[] {
  if (/^-- contract: \d+\.\d+\.\d+$/m.test(text)) return []
  const code = text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$[^]*?\$\1\$/g, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()
  const added = [...code.matchAll(ADDED)].filter(
    ([column]) => /\bnot\s+null\b/.test(column) && !/\bdefault\b|\bgenerated\b/.test(column),
  )
  return [
    ...[...REFUSED, ...REFUSED_ON_CITUS].filter(([pattern]) => pattern.test(code)).map(([, why]) => why),
    ...added.map(([column]) => `${column.trim()}: the previous version does not write it, so it needs a default`),
  ]
}

test('a migration only adds, so that the previous version keeps running while nodes are replaced', () => {
  const ruled = readSchema().migrations.filter(({ id }) => id > BASELINE_LAST)
  assert.deepEqual(
    ruled.flatMap(({ name, text }) => listMigrationProblems(text).map((why) => `${name} ${why}`)),
    [],
  )
})

test('every migration declares whether the previous version can run on its result', () => {
  // Those of development versions, before the declaration existed, only add.
  const undeclared = readSchema().migrations.filter(({ id, kind }) => id > 14 && kind === null)
  assert.deepEqual(
    undeclared.map(({ name }) => name),
    [],
    'Begin the file with "-- expand", or with "-- contract: <version since which nothing uses it>".',
  )
})

test('the rule detects what breaks the previous version', () => {
  const refused = [
    'alter table posts drop column content;',
    'drop table posts;',
    'alter table posts rename to articles;',
    'alter table posts rename column content to body;',
    'alter table posts alter column content type varchar(10);',
    'alter table posts alter column first_comment set not null;',
    'alter table posts add column later text not null;',
    'create index concurrently posts_later on posts (later);',
    'create table later (workspace_id text references workspaces (id));',
    'alter table posts add column later text, add constraint posts_later check (later is not null);',
    'alter table posts add column later bigint generated always as identity;',
  ]
  for (const text of refused) assert.equal(listMigrationProblems(text).length, 1, text)
  const allowed = [
    "alter table posts add column later text not null default 'none';",
    'alter table posts add column later text;',
    'create table things (id text not null);',
    "-- drop table posts\ninsert into things values ('drop table posts');",
    'create function f() returns void language plpgsql as $$ begin truncate things; end $$;',
    '-- contract: 0.4.0\nalter table posts drop column content;',
  ]
  for (const text of allowed) assert.deepEqual(listMigrationProblems(text), [], text)
})

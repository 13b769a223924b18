import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { COMMANDS as OPERATIONS } from '../../../cli/src/commands.gen.ts'
import { OWN } from '../../../cli/src/own-commands.ts'
import { COMMANDS } from '../../src/commands/commands.ts'

const root = join(import.meta.dirname, '../../..')
const pages = globSync(['*.md', 'docs/{,guides/,concepts/}*.md', '{*,*/*}/README.md'], {
  cwd: root,
  exclude: ['**/node_modules/**'],
}).map((page) => ({ page, text: readFileSync(join(root, page), 'utf8').replaceAll('\\\n', ' ') }))

/** Returns what follows a program's name in code, in a sentence or in a block, with the page. */
function findCalls(pattern: RegExp): readonly (readonly [page: string, words: string])[] {
  return pages.flatMap(({ page, text }) => {
    const code = [...text.matchAll(/```\w*\n([^]*?)```|`([^`\n]+)`/g)].flatMap(([, block = '', inline = '']) =>
      `${block}${inline}`.split('\n'),
    )
    return code.flatMap((line) => [...line.matchAll(pattern)].map(([, words = '']) => [page, words] as const))
  })
}

const readWords = (text: string) => /^(?: [a-z][\w-]*)*/.exec(text)?.[0].trim() ?? ''
const readFlags = (text: string) => [...text.matchAll(/(?<=\s)--[a-z][\w-]*/g)].map(([flag]) => flag)

test('every command of quoin-server that the documentation names exists, with its options', () => {
  const calls = findCalls(/(?:^|[\s(])(?:npx )?(?:@quoin\/server|quoin-server)((?: [^|>#&)`]+)+)/g)
  const wrong = calls.filter(([, text]) => {
    const words = `${readWords(text)} `
    const group = COMMANDS.filter(({ name }) => words.startsWith(`${name} `) || name.startsWith(words))
    const known = [
      '--help',
      '--version',
      '--json',
      ...group.flatMap(({ options = [] }) => options.map(({ long }) => long)),
    ]
    return (words.trim() !== '' && group.length === 0) || readFlags(text).some((flag) => !known.includes(flag))
  })
  assert.ok(calls.length > 60, String(calls.length))
  assert.deepEqual(wrong, [])
})

test('every command of quoin that the documentation names exists', () => {
  const calls = findCalls(/(?:^|\$\(|<\(|\| )quoin((?: [^|>#&)`]+)+)/g).filter(([, text]) => readWords(text) !== '')
  const names = new Set([
    ...OWN.map(({ name }) => name),
    ...Object.keys(OPERATIONS).map((id) => id.replaceAll('_', '-').replace('.', ' ')),
  ])
  const wrong = calls.filter(([, text]) => {
    const [first = '', second = ''] = readWords(text).split(' ')
    return !names.has(first) && !names.has(`${first} ${second}`)
  })
  assert.ok(calls.length > 200, String(calls.length))
  assert.deepEqual(wrong, [])
})

test('every script of npm that the documentation names exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }
  const calls = findCalls(/npm run (?:--silent )?([\w:]+)/g)
  assert.ok(calls.length > 20)
  assert.deepEqual(
    calls.filter(([, name]) => !Object.hasOwn(scripts, name)),
    [],
  )
})

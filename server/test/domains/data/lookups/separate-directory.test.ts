/** Everything about lookups and suppressions again, with the directory in a database of its own. */
process.env['TEST_DIRECTORY'] = 'apart'

await import('./lookups.test.ts')
await import('./suppressed.test.ts')
await import('./consensus.test.ts')
await import('./bad-questions.test.ts')
await import('../suppressions.test.ts')
await import('../many-suppressions.test.ts')
await import('../addresses.test.ts')

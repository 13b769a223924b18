/** Repeats the tests of lookups and suppressions with the directory in a separate database. */
process.env['TEST_DIRECTORY'] = 'apart'

await import('./lookups.test.ts')
await import('./suppressed.test.ts')
await import('./consensus.test.ts')
await import('./bad-questions.test.ts')
await import('../suppressions.test.ts')
await import('../many-suppressions.test.ts')
await import('../addresses.test.ts')

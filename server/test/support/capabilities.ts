import type { Capability, PlatformFacts } from '../../src/connectors/platform.ts'

/** Runs a part of a test while a platform lacks capabilities. */
export async function lacking(
  platform: PlatformFacts,
  names: readonly Capability[],
  run: () => Promise<void>,
): Promise<void> {
  const facts = platform as { capabilities: readonly Capability[] }
  const all = facts.capabilities
  facts.capabilities = all.filter((name) => !names.includes(name))
  try {
    await run()
  } finally {
    facts.capabilities = all
  }
}

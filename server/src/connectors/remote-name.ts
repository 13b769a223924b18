import { findPlatform } from './registry.ts'

/** Returns the name of the server that an entity's calls go to: its own server on a federated platform, otherwise the platform. */
export function nameRemote(platform: string, externalId: string | null): string {
  if (externalId === null || !findPlatform(platform)?.isFederated) return platform
  return externalId.slice(externalId.lastIndexOf('@') + 1)
}

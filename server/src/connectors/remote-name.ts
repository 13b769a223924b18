import { findPlatform } from './registry.ts'

/** Names the remote that calls for an entity go to: its own server on a federated platform, else the platform itself. */
export function nameRemote(platform: string, externalId: string | null): string {
  if (externalId === null || !findPlatform(platform)?.isFederated) return platform
  return externalId.slice(externalId.lastIndexOf('@') + 1)
}

import { createHash } from 'node:crypto'
import { type LockedPackage, listRuntimePackages } from './runtime-packages.ts'

/**
 * Lists the packages that the server runs with in the CycloneDX format (SBOM), from the lock file: `npm sbom` refuses workspaces
 * without a version.
 */
export function listComponents(lockFile: string, version: string): string {
  const components = listRuntimePackages(lockFile).map(([path, locked]) =>
    toComponent(path.split('node_modules/').at(-1) ?? '', locked),
  )
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: toUuid(lockFile),
    version: 1,
    metadata: { component: { type: 'application', name: 'quoin', version, 'bom-ref': `quoin@${version}` } },
    components: [...new Map(components.map((each) => [each.purl, each])).values()],
  }
  return `${JSON.stringify(bom, null, 2)}\n`
}

function toComponent(name: string, { version = '', integrity = '', license }: LockedPackage) {
  const [algorithm = '', digest = ''] = integrity.split('-')
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return {
    type: 'library',
    name,
    version,
    purl,
    'bom-ref': purl,
    ...(license && {
      licenses: [/ (?:OR|AND) /.test(license) ? { expression: license } : { license: { id: license } }],
    }),
    ...(algorithm === 'sha512' && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
    }),
  }
}

/** The same lock file has the same number. */
function toUuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)]
  return `urn:uuid:${parts.join('-')}`
}

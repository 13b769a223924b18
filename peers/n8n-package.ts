import { execFileSync } from 'node:child_process'
import { cpSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pack } from '../release/pack.ts'
import { scratch } from '../server/test/support/processes.ts'

const modules = join(import.meta.dirname, 'node_modules')

/** Unpacks the package as it is published next to n8n's modules, with its sources for the linters. */
export async function buildPackage(): Promise<string> {
  const folder = join(scratch(), 'n8n-nodes-quoin')
  cpSync(join(import.meta.dirname, '../integrations/n8n'), folder, { recursive: true })
  const tarball = pack('integrations/n8n', scratch())
  execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1'])
  symlinkSync(modules, join(folder, 'node_modules'))
  return folder
}

interface Message {
  readonly ruleId: string | null
  readonly line: number
  readonly message: string
}

/** Returns the findings of n8n's linters: the two plugins with the rules of `n8n-node lint`. */
export async function lint(folder: string): Promise<string[]> {
  const { ESLint } = await import('eslint')
  const { n8nCommunityNodesPlugin: community } = await import('@n8n/eslint-plugin-community-nodes')
  // This package has no types.
  const base = createRequire(import.meta.url)('eslint-plugin-n8n-nodes-base')
  const parser = await import('@typescript-eslint/parser')
  const { rules, plugins } = community.configs.recommended
  const linter = new ESLint({
    cwd: folder,
    overrideConfigFile: true,
    overrideConfig: [
      { ignores: ['dist'] },
      { plugins: { ...plugins, 'n8n-nodes-base': base } },
      {
        files: ['**/*.ts', 'package.json'],
        rules,
        languageOptions: { parser, parserOptions: { extraFileExtensions: ['.json'] } },
      },
      { files: ['package.json'], rules: { ...base.configs.community.rules, ...OFF_IN_PACKAGE } },
      { files: ['credentials/**/*.ts'], rules: { ...base.configs.credentials.rules, ...OFF_IN_CREDENTIALS } },
      { files: ['nodes/**/*.ts'], rules: { ...base.configs.nodes.rules, ...OFF_IN_NODES } },
    ],
  })
  const results = await linter.lintFiles(['package.json', 'credentials', 'nodes'])
  return results.flatMap(({ filePath, messages }) =>
    (messages as Message[]).map(
      ({ ruleId, line, message }) => `${filePath.replace(folder, '')}:${line} ${ruleId}: ${message}`,
    ),
  )
}

/** The package is Apache-2.0 like the rest of the project; n8n requires MIT for packages that it verifies. */
const OFF_IN_PACKAGE = { 'n8n-nodes-base/community-package-json-license-not-default': 'off' }
/** As in `n8n-node lint`. */
const OFF_IN_CREDENTIALS = {
  'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
  'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
}
const OFF_IN_NODES = {
  'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
  'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
  'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
}

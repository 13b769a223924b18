import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { exportDocs } from '../http/docs/export.ts'
import { createPublicUrl } from '../kit/config/public-url.ts'
import { type RunOnConfig, UsageError } from './command.ts'

export const exportDocsCommand: RunOnConfig = async (config, { words: [folder = ''], options: { baseUrl } }) => {
  const target = resolve(folder)
  if (existsSync(target)) throw new UsageError(`${target} already exists. Choose a new folder.`)
  const count = await exportDocs(target, (baseUrl ?? createPublicUrl(config).get()).replace(/\/+$/, ''))
  return { text: `Wrote ${count} files to ${target}.`, data: { folder: target, files: count } }
}

import { readFileSync } from 'node:fs'

type Env = Readonly<Record<string, string | undefined>>

/**
 * Reads secrets from files, as containers and systemd provide them: `NAME_FILE` is the file with the value of the secret
 * `NAME`. Returns the environment with the values in place, and adds errors to `problems`.
 */
export function readSecretFiles(env: Env, secrets: readonly string[], problems: string[]): Env {
  const read: Record<string, string | undefined> = { ...env }
  for (const name of secrets) {
    const file = env[`${name}_FILE`]
    delete read[`${name}_FILE`]
    if (!file) continue
    if (env[name]) problems.push(`${name} and ${name}_FILE must not both be set.`)
    try {
      read[name] = readFileSync(file, 'utf8').trim()
    } catch (error) {
      problems.push(
        `${name}_FILE cannot be read (${(error as { code?: string }).code}): set it to a file that this user can read.`,
      )
    }
  }
  return read
}

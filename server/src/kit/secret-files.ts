import { readFileSync } from 'node:fs'

type Env = Readonly<Record<string, string | undefined>>

/**
 * Containers and systemd hand secrets over as files: `NAME_FILE` names the file that has the value of the secret `NAME`. Answers the
 * environment with the values in place; what is wrong is added to `problems`.
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
        `${name}_FILE cannot be read (${(error as { code?: string }).code}): name a file that this user can read.`,
      )
    }
  }
  return read
}

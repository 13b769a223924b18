import { VARIABLES } from '../src/kit/config/config.ts'
import { CLIENT_VARIABLES } from '../src/kit/config/unknown-variables.ts'
import { type Output, page, table } from './output.ts'

const INTRODUCTION = `The server reads these environment variables once, when it starts, and refuses to start if one is invalid. An empty
variable counts as unset. Secret variables are never logged or shown in an error. Each of them can come from a file instead:
\`QUOIN_MASTER_KEY_FILE=/run/secrets/key\` sets \`QUOIN_MASTER_KEY\` to the content of that file. Any other variable that
starts with \`QUOIN_\` is refused as a misspelling, except ${CLIENT_VARIABLES.map((name) => `\`${name}\``).join(' and ')}, which the clients read.`

export const configurationPage: Output = {
  path: 'docs/configuration.md',
  content: () => {
    const rows = Object.entries(VARIABLES).map(([name, variable]) => [
      `\`${name}\``,
      `${variable.accepts}${'isSecret' in variable ? ' (secret)' : ''}`,
      variable.default === undefined ? '' : `\`${String(variable.default)}\``,
      variable.description,
    ])
    const body = table(['variable', 'takes', 'default', 'what it does'], rows)
    return page('`server/src/kit/config/config.ts`', 'Configuration', INTRODUCTION, body)
  },
}

import type { Command } from 'commander'
import type { CommandSummary } from '../command.ts'
import { completeWords } from '../complete.ts'
import { addGlobals } from '../global-options.ts'
import { UsageError } from '../usage-error.ts'

/** Each script calls `quoin completion words -- <words>`, so that it is never out of date. */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_quoin() {
  local words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  local IFS=$'\\n'
  COMPREPLY=($(quoin completion words -- "\${words[@]}" 2>/dev/null | cut -f1))
  [ "\${#COMPREPLY[@]}" -eq 0 ] && COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _quoin quoin
`,
  zsh: `#compdef quoin
_quoin() {
  local -a found
  found=(\${(f)"$(quoin completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null | sed 's/:/\\\\:/g; s/\\t/:/')"})
  (( \${#found} )) && _describe quoin found || _files
}
compdef _quoin quoin
`,
  fish: `complete -c quoin -f -a '(quoin completion words -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
`,
}

export function add(program: Command, own: readonly CommandSummary[]): void {
  const command = program.command('completion').summary('print a shell completion script')
  command.description('Prints the completion script for bash, zsh or fish.')
  command.argument('<shell>', Object.keys(SCRIPTS).join(', ')).argument('[words...]')
  command.addHelpText('after', '\nExample:\n  source <(quoin completion bash)')
  addGlobals(command).action(async (shell: string, words: string[]) => {
    if (shell === 'words')
      return void process.stdout.write((await completeWords(words, own)).map((line) => `${line}\n`).join(''))
    const script = SCRIPTS[shell]
    if (script === undefined)
      throw new UsageError(`There is no completion for ${shell}. Use ${Object.keys(SCRIPTS).join(', ')}.`)
    process.stdout.write(script)
  })
}

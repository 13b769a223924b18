import type { Command } from 'commander'
import { addGlobals, type GlobalOptions } from '../global-options.ts'
import { resolveCaller } from '../logins.ts'
import { openBrowser } from '../sign-in/open-browser.ts'

export function add(program: Command): void {
  const command = program.command('open').summary('open the portal or the docs in a browser')
  command.description('Opens the portal, or another page such as docs, in a browser. Prints the URL.')
  command.argument('[page]', 'path of the page: docs, posts, credits', '')
  addGlobals(command).action((page: string) => {
    const url = `${resolveCaller(command.optsWithGlobals<GlobalOptions>()).baseUrl}/${page.replace(/^\/+/, '')}`
    process.stdout.write(`${url}\n`)
    if (process.stdout.isTTY) openBrowser(url)
  })
}

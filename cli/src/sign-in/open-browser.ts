import { spawn } from 'node:child_process'

/** Opens the browser. Failures are ignored, because the URL is already printed. */
export function openBrowser(url: string): void {
  const [program, args] = {
    darwin: ['open', [url]] as const,
    win32: ['rundll32', ['url.dll,FileProtocolHandler', url]] as const,
  }[process.platform as string] ?? ['xdg-open', [url]]
  spawn(program, args, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}

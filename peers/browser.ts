import { existsSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { atEnd } from '../server/test/support/harness.ts'
import { fromNpm } from './peer.ts'

const BROWSERS = [process.env['QUOIN_BROWSER'], '/usr/bin/chromium']

/**
 * Flags of the npm browser for one page on a small machine. They end the only process with its first context, and disable
 * policies.
 */
const UNWANTED = ['--single-process', '--disable-web-security', '--allow-running-insecure-content']

const packaged = fromNpm('@sparticuz/chromium', 'package.json')
const driver = fromNpm('playwright-core', 'package.json')

/** Reason why there is no browser, or false when there is one. */
export const skip = driver.skip || (findInstalled() ? false : packaged.skip)

function findInstalled(): string | undefined {
  return BROWSERS.find((path) => path !== undefined && existsSync(path))
}

/** Starts a real browser, which is closed at the end of the test file. */
export async function startBrowser(): Promise<Browser> {
  const browser = await launchBrowser()
  atEnd(() => browser.close())
  return browser
}

/** Launches a real browser without a window: the operator's, Debian's, or the one from npm. */
export async function launchBrowser(): Promise<Browser> {
  const { chromium } = await import('playwright-core')
  const installed = findInstalled()
  const { default: npm } = installed ? { default: undefined } : await import('@sparticuz/chromium')
  return chromium.launch({
    executablePath: installed ?? (await npm?.executablePath()) ?? '',
    args: npm?.args.filter((flag) => !UNWANTED.includes(flag)) ?? (process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    headless: true,
  })
}

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { HANG_MS } from '../support/hang-timeout.ts'

const scratch = mkdtempSync(join(tmpdir(), 'quoin-start-'))
after(() => rmSync(scratch, { recursive: true, force: true }))

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('SIGTERM to npm start ends the server and its PostgreSQL', async () => {
  const npm = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { ...process.env, NODE_OPTIONS: '', PORT: '0', PORTAL_BUILD: 'no', QUOIN_DATA: scratch },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => npm.once('exit', resolve))
  const ready = new Promise<string>((resolve) => {
    npm.stdout.on('data', (chunk: Buffer) => chunk.includes('first-run.json') && resolve('ready'))
  })
  assert.equal(await Promise.race([ready, ended]), 'ready')
  const postgres = Number(readFileSync(join(scratch, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  assert.ok(isRunning(postgres))

  npm.kill('SIGTERM')
  await ended
  const deadline = Date.now() + HANG_MS
  while (isRunning(postgres) && Date.now() < deadline) await sleep(20)
  assert.ok(!isRunning(postgres), 'PostgreSQL outlived npm start')
})

import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { HANG_MS } from '../server/test/support/hang-timeout.ts'
import { until } from '../server/test/support/harness.ts'
import { npmProgram } from './machine.ts'
import { fromNpm } from './peer.ts'
import { openSmallCheckout, PINNED, pinnedNode, type SmallCheckout } from './small-checkout.ts'

const node20 = fromNpm('node-20', 'bin/node')
const skip = node20.skip || (!existsSync(pinnedNode) && 'the pinned Node is not installed')

/** Runs npm to its end. Returns the output and whether it installed packages. */
async function run(checkout: SmallCheckout, args: readonly string[], path?: readonly string[]) {
  const { output } = checkout.npm(args, path)
  const printed = await output
  return { output: printed, hasInstalled: printed.includes('Installing dependencies') }
}

function assertGreeting(output: string, version: string, node: string): void {
  assert.ok(output.includes(`greeting ${version} on ${node}\n`), output)
}

/** Returns a script for `npm ci` that runs a command and never ends. */
const hangingNpm = (command: string) => `[ "$1" = ci ] || exec node '${npmProgram}' "$@"\n${command}\nexec sleep 3600`

test('on Node 20, one `npm start` after an update installs and starts the new version, wherever PATH points', {
  skip,
}, async () => {
  const checkout = await openSmallCheckout(node20.path)
  const modules = join(checkout.folder, 'node_modules')
  const paths = [[], [join(modules, '.bin')], [join(checkout.pinnedNode, '..')]]
  let version = '1.0.0'
  checkout.update(version)
  assertGreeting((await run(checkout, ['start'])).output, version, checkout.pinnedNode)
  for (const path of paths) {
    version = version === '1.0.0' ? '2.0.0' : '1.0.0'
    checkout.update(version)
    assertGreeting((await run(checkout, ['start'], path)).output, version, checkout.pinnedNode)
    assert.equal((await run(checkout, ['start'])).hasInstalled, false)
  }
})

test('on Node 24, one `npm start` after an update installs and starts the new version, without the pinned Node', {
  skip,
}, async () => {
  const checkout = await openSmallCheckout(pinnedNode)
  for (const version of ['1.0.0', '2.0.0']) {
    checkout.update(version)
    assertGreeting((await run(checkout, ['start'])).output, version, checkout.ownNode)
    assert.equal((await run(checkout, ['start'])).hasInstalled, false)
  }
  assert.ok(!existsSync(checkout.pinnedNode))
})

for (const command of ['start', 'test'])
  test(`an install that is killed while it downloads starts over at the next \`npm ${command}\``, {
    skip,
  }, async () => {
    const checkout = await openSmallCheckout(node20.path)
    checkout.update('1.0.0')
    await run(checkout, [command])
    checkout.update('2.0.0')
    const requested = checkout.registry.withhold('greeting')
    const { kill, output } = checkout.npm([command])
    await requested
    kill()
    assert.doesNotMatch(await output, /greeting/)
    checkout.registry.release()
    assertGreeting((await run(checkout, [command])).output, '2.0.0', checkout.pinnedNode)
    assert.equal((await run(checkout, [command])).hasInstalled, false)
  })

for (const command of ['start', 'test'])
  test(`an install that is killed while it deletes packages starts over at the next \`npm ${command}\`, even of the earlier version`, {
    skip,
  }, async () => {
    const checkout = await openSmallCheckout(node20.path)
    checkout.update('1.0.0')
    await run(checkout, [command])
    checkout.update('2.0.0')
    const greeting = join(checkout.folder, 'node_modules/greeting')
    checkout.replaceNpm(hangingNpm(`rm -r '${greeting}'`))
    const { kill, output } = checkout.npm([command])
    await until('a deleted package', () => !existsSync(greeting))
    kill()
    await output
    checkout.replaceNpm()
    checkout.update('1.0.0')
    assertGreeting((await run(checkout, [command])).output, '1.0.0', checkout.pinnedNode)
  })

for (const command of ['start', 'test'])
  test(`if the pinned Node cannot be downloaded, the next \`npm ${command}\` tries again`, { skip }, async () => {
    const checkout = await openSmallCheckout(node20.path)
    checkout.update('1.0.0')
    checkout.registry.refuse(PINNED)
    assert.match((await run(checkout, [command])).output, /Install Node 24/)
    checkout.registry.release()
    assertGreeting((await run(checkout, [command])).output, '1.0.0', checkout.pinnedNode)
  })

test('SIGTERM to `npm start` also ends its install', { skip, timeout: HANG_MS }, async () => {
  const checkout = await openSmallCheckout(node20.path)
  checkout.update('1.0.0')
  const started = join(checkout.folder, 'started')
  checkout.replaceNpm(hangingNpm(`touch '${started}'`))
  const { stop, output } = checkout.npm(['start'])
  await until('the start of the install', () => existsSync(started))
  stop()
  assert.doesNotMatch(await output, /greeting/)
})

test("an install that is killed while npm writes its list of packages starts over at the developer's next command", {
  skip,
}, async () => {
  const checkout = await openSmallCheckout(node20.path)
  checkout.update('1.0.0')
  await run(checkout, ['test'])
  const list = join(checkout.folder, 'node_modules/.package-lock.json')
  writeFileSync(list, readFileSync(list, 'utf8').slice(0, -100))
  const { output, hasInstalled } = await run(checkout, ['test'])
  assertGreeting(output, '1.0.0', checkout.pinnedNode)
  assert.ok(hasInstalled)
})

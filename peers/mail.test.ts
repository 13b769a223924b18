import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FoundEmail, VerifiedEmail } from '../server/src/sources/actions.ts'
import { createMailFinder } from '../server/src/sources/mail/finder.ts'
import { createMailResolvers } from '../server/src/sources/mail/mail-route.ts'
import { createMailVerifier } from '../server/src/sources/mail/verifier.ts'
import type { Outcome } from '../server/src/sources/source.ts'
import { atEnd } from '../server/test/support/harness.ts'
import { openTestMail } from '../server/test/support/mail-world.ts'
import { freePort } from './free-ports.ts'
import { fromDebian } from './peer.ts'

const unbound = await fromDebian('unbound', 'unbound')
const postfix = await fromDebian('postfix', 'postfix')
const isRoot = process.getuid?.() === 0
const skip = unbound.skip || postfix.skip || (!isRoot && 'Postfix can be started by root alone')

/** Configuration files of the servers; @DIR@, @DNS@ and @SMTP@ are filled in. */
const FILES = {
  'main.cf': `
compatibility_level = 3.6
queue_directory = @DIR@/queue
data_directory = @DIR@/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
myhostname = mx1.good.test
mydestination = good.test, deferring.test
inet_interfaces = loopback-only
inet_protocols = ipv4
mynetworks =
local_recipient_maps = texthash:@DIR@/conf/recipients
virtual_mailbox_domains = catchall.test
virtual_mailbox_base = @DIR@/mail
virtual_mailbox_maps = static:catch
virtual_uid_maps = static:65534
virtual_gid_maps = static:65534
smtpd_recipient_restrictions = reject_unauth_destination, check_recipient_access texthash:@DIR@/conf/access, permit
smtpd_error_sleep_time = 0
maillog_file = @DIR@/mail.log
maillog_file_prefixes = @DIR@
`,
  'master.cf': `
127.0.0.2:@SMTP@ inet n - n - - smtpd
127.0.0.3:@SMTP@ inet n - n - - smtpd -o smtpd_recipient_restrictions=permit_mynetworks,defer
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
anvil unix - - n - 1 anvil
local unix - n n - - local
virtual unix - n n - - virtual
postlog unix-dgram n - n - 1 postlogd
`,
  recipients: 'alice x\nfull x\ngrey x\n',
  access: 'full@good.test 552 5.2.2 Mailbox full\ngrey@good.test 451 4.7.1 Greylisted, try again later\n',
  'unbound.conf': `
server:
  interface: 127.0.0.1@@DNS@
  port: @DNS@
  do-daemonize: no
  username: ""
  chroot: ""
  directory: "@DIR@"
  pidfile: ""
  use-syslog: no
  logfile: ""
  do-not-query-localhost: no
  module-config: "iterator"
  access-control: 127.0.0.0/8 allow
  local-data: ". NS root.test."
  local-zone: "test." static
  local-data: "good.test. MX 20 mx2.good.test."
  local-data: "good.test. MX 10 mx1.good.test."
  local-data: "mx1.good.test. A 127.0.0.2"
  local-data: "mx2.good.test. A 127.0.0.3"
  local-data: "catchall.test. MX 10 mx1.good.test."
  local-data: "deferring.test. MX 10 mx2.good.test."
  local-data: "elsewhere.test. MX 10 mx1.good.test."
  local-data: "unheard.test. MX 10 mx.unheard.test."
  local-data: "mx.unheard.test. A 127.0.0.9"
  local-data: "nullmx.test. MX 0 ."
  local-data: "nomx-a.test. A 127.0.0.2"
  local-data: "deadmx.test. MX 10 gone.test."
  local-data: 'text.test. TXT "nothing else"'
  local-zone: "drop.example." deny
  local-zone: "refused.example." refuse
  local-zone: "." refuse
remote-control:
  control-enable: no
`,
}

const [dnsPort, smtpPort] = [await freePort(), await freePort()]
if (!skip) await startPeers(mkdtempSync(join(tmpdir(), 'quoin-mail-')))

const tools = await openTestMail({ PROBE: 'on', PROBE_PORT: String(smtpPort), DNS_SERVERS: `127.0.0.1:${dnsPort}` })
const call = {
  http: () => Promise.reject(new Error('no HTTP here')),
  settings: {},
  now: new Date(),
  deadlineMs: 20_000,
}

const verdicts: Record<string, string> = {
  'alice@good.test': 'valid/accepted',
  'nobody@good.test': 'invalid/mailbox_not_found',
  'full@good.test': 'risky/full_mailbox',
  'grey@good.test': 'pending',
  'anything@catchall.test': 'risky/catch_all',
  // Its servers defer all mail.
  'alice@deferring.test': 'pending',
  // A server that accepts no mail for the domain it is named after.
  'alice@elsewhere.test': 'unknown/unclear',
  'alice@nomx-a.test': 'unknown/unclear',
  'alice@unheard.test': 'unknown/unreachable',
  'alice@nullmx.test': 'invalid/null_mx',
  'alice@deadmx.test': 'invalid/no_mx',
  'alice@nosuch.test': 'invalid/domain_not_found',
  'alice@text.test': 'invalid/no_mx',
  'alice@x.refused.example': 'unknown/dns_failed',
  'alice@x.drop.example': 'unknown/dns_failed',
}

for (const [email, expected] of Object.entries(verdicts))
  test(`Postfix and unbound for ${email}: ${expected}`, { skip }, async () => {
    const answer: Outcome<VerifiedEmail> = await createMailVerifier(tools).ask({ email }, call)
    const verdict = answer.outcome === 'found' ? `${answer.data.status}/${answer.data.sub_status}` : answer.outcome
    assert.equal(verdict, expected)
  })

test('Postfix tells the finder which candidate exists', { skip }, async () => {
  const person = { full_name: 'Alice Example', first_name: 'Alice', last_name: 'Example', domain: 'good.test' }
  const answer: Outcome<FoundEmail> = await createMailFinder(tools).ask(person, call)
  assert.deepEqual(answer.outcome === 'found' && [answer.data.email, answer.data.status], ['alice@good.test', 'valid'])
})

async function startPeers(folder: string): Promise<void> {
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  // Postfix runs as its own user, who must be able to enter this folder.
  chmodSync(folder, 0o755)
  const conf = join(folder, 'conf')
  for (const name of ['conf', 'queue', 'data', 'mail']) mkdirSync(join(folder, name))
  spawnSync('chown', ['postfix', join(folder, 'data')])
  const fill = (text: string) =>
    text.replaceAll('@DIR@', folder).replaceAll('@DNS@', String(dnsPort)).replaceAll('@SMTP@', String(smtpPort))
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(conf, name), fill(text))

  const resolver = spawn(unbound.path, ['-d', '-c', join(conf, 'unbound.conf')], { stdio: 'ignore' })
  atEnd(() => stop(resolver))
  const mail = spawn(postfix.path, ['-c', conf, 'start-fg'], { stdio: 'ignore' })
  atEnd(async () => {
    const ended = once(mail, 'exit')
    spawnSync(postfix.path, ['-c', conf, 'stop'])
    await ended
  })
  const log = () => readFileSync(join(folder, 'mail.log'), 'utf8')
  await until(
    () => isListening('127.0.0.3', smtpPort),
    () => `Postfix did not start:\n${log()}`,
  )
  const [names] = createMailResolvers({ DNS_SERVERS: `127.0.0.1:${dnsPort}` })
  const isAnswering = () =>
    names.resolve4('mx1.good.test').then(
      () => true,
      () => false,
    )
  await until(isAnswering, () => 'unbound did not start')
}

async function stop(child: ReturnType<typeof spawn>): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

async function until(isSo: () => Promise<boolean>, complaint: () => string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (await isSo()) return
    await sleep(100)
  }
  throw new Error(complaint())
}

function isListening(host: string, port: number): Promise<boolean> {
  const socket = connect(port, host)
  return new Promise<boolean>((resolve) =>
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false)),
  ).finally(() => socket.destroy())
}

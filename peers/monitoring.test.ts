import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { parse } from 'yaml'
import { run, scratch } from '../server/test/support/processes.ts'
import { whyMissing } from './debian.ts'

const folder = join(import.meta.dirname, '../deploy/monitoring')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const skip = (await whyMissing('/usr/bin/promtool', ['prometheus'])) ?? false

function promtool(args: readonly string[], input = ''): void {
  const { status, stdout, stderr } = spawnSync('/usr/bin/promtool', args, { cwd: folder, input, encoding: 'utf8' })
  assert.equal(status, 0, `${stdout}${stderr}`)
}

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[]
}
interface Panel {
  readonly title: string
  readonly targets: readonly { readonly expr: string }[]
}

const { rules } = (parse(read('alerts.yaml')) as Rules).groups[0] ?? { rules: [] }
const { panels } = JSON.parse(read('dashboard.json')) as { panels: readonly Panel[] }
const expressions = [
  ...rules.map(({ expr }) => expr),
  ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
]

describe('the alert rules', { skip }, () => {
  test('Prometheus accepts them and its configuration, and each alert fires when it should', () => {
    promtool(['check', 'rules', 'alerts.yaml'])
    promtool(['check', 'config', 'prometheus.yaml'])
    promtool(['test', 'rules', 'alerts.test.yaml'])
    const tested = [...read('alerts.test.yaml').matchAll(/alertname: (\w+)/g)].map(([, name]) => name)
    assert.deepEqual(
      rules.map(({ alert }) => alert).filter((name) => !tested.includes(name)),
      [],
    )
  })
})

describe('the metrics of a running server', () => {
  let metrics = ''
  const readMetric = (series: string) => {
    const line = metrics.split('\n').find((one) => one.startsWith(`${series} `))
    return line === undefined ? undefined : Number(line.slice(series.length + 1))
  }

  before(async () => {
    const data = join(scratch(), 'data')
    const server = run('all', { QUOIN_DATA: data, RATE_LIMIT_BURST: '10', RATE_LIMIT_PER_SECOND: '1' })
    const [, url = ''] = await server.says(/API\s+(\S+)/)
    const { live_key: key } = JSON.parse(readFileSync(join(data, 'first-run.json'), 'utf8')) as { live_key: string }
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const search = () =>
      fetch(`${url}/v1/data/search/people`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query: 'engineer', limit: 2 }),
      })
    const first = await search()
    assert.equal(first.status, 200, await first.text())
    await Promise.all(Array.from({ length: 20 }, () => fetch(`${url}/v1/profiles`, { headers })))
    metrics = await (await fetch(`${url}/metrics`)).text()
    server.child.kill('SIGTERM')
    await server.ended
  })

  test('promtool finds nothing wrong with them', { skip }, () => promtool(['check', 'metrics'], metrics))

  test('credits, holds, sources, refusals and the pool have metrics', () => {
    assert.equal(readMetric('quoin_credits_granted_total{kind="signup"}'), 50)
    assert.ok((readMetric('quoin_credits_charged_total{action="search/people"}') ?? 0) > 0)
    assert.equal(readMetric('quoin_direct_charges_total{verdict="ok"}'), 1)
    assert.deepEqual([readMetric('quoin_holds_open'), readMetric('quoin_credits_held')], [0, 0])
    assert.match(metrics, /^quoin_source_calls_total\{source="\w+",result="found"\} 1$/m)
    assert.ok((readMetric('quoin_rate_limit_refusals_total{limit="key"}') ?? 0) >= 8)
    assert.ok((readMetric('quoin_db_pool_connections_max') ?? 0) > 5)
    assert.equal(readMetric('quoin_db_pool_waiting'), 0)
    assert.ok((readMetric('quoin_nodejs_eventloop_lag_p99_seconds') ?? -1) >= 0)
    assert.doesNotMatch(metrics, /ws_|key_[0-9A-Z]/, 'a label has an id of a workspace or a key')
  })

  test('every metric that the rules and the dashboard use exists', () => {
    const known = new Set([...metrics.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name))
    const named = expressions.flatMap((expr) => [...expr.matchAll(/\bquoin_\w+/g)].map(([name]) => name))
    assert.ok(named.length > 30)
    assert.deepEqual(
      named.filter((name) => !known.has(name) && !known.has(name.replace(/_bucket$/, ''))),
      [],
    )
  })
})

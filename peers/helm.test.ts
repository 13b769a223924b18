import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { parse, parseAllDocuments, stringify } from 'yaml'
import { assertSettings } from './deploy-settings.ts'
import { renderChart } from './helm-template.ts'

const root = resolve(import.meta.dirname, '..')
const chart = join(root, 'deploy/helm/quoin')
const hasHelm = spawnSync('helm', ['version']).status === 0
/** The oldest version that the chart supports: without a cluster, Helm assumes the one that it was built for. */
const oldestKubernetes = /^kubeVersion: ">=([\d.]+)-0"$/m.exec(readFileSync(join(chart, 'Chart.yaml'), 'utf8'))?.[1]
const BUCKET = { env: { MEDIA_S3_BUCKET: 'quoin-media' } }

type Values = { readonly [name: string]: unknown }

interface Manifest {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly spec: {
    readonly replicas?: number
    readonly strategy?: { readonly type: string; readonly rollingUpdate?: object }
    readonly selector: { readonly matchLabels: object }
    readonly scaleTargetRef?: { readonly name: string }
    readonly tls?: unknown
    readonly template: { readonly metadata: { readonly labels: object }; readonly spec: Pod }
  }
}

interface Pod {
  readonly serviceAccountName: string
  readonly automountServiceAccountToken: boolean
  readonly terminationGracePeriodSeconds: number
  readonly securityContext: { readonly runAsUser: number }
  readonly volumes: readonly object[]
  readonly containers: readonly {
    readonly args: readonly string[]
    readonly env: readonly { readonly name: string; readonly value: unknown }[]
    readonly readinessProbe?: object
    readonly securityContext: { readonly readOnlyRootFilesystem: boolean }
  }[]
}

/** Renders the chart with our own renderer, and with Helm where it is installed: both must agree. */
function renderObjects(values: Values): Manifest[] {
  const merged = merge(parse(readFileSync(join(chart, 'values.yaml'), 'utf8')) as Values, values)
  const ajv = new Ajv({ strict: false })
  const isValid = ajv.validate(JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8')), merged)
  assert.ok(isValid, ajv.errorsText())
  const files = Object.entries(renderChart(chart, merged)).filter(([path]) => path.endsWith('.yaml'))
  const objects = files.flatMap(([path, text]) => readObjects(path, text))
  if (hasHelm) {
    const input = stringify(values)
    const args = ['template', 'quoin', chart, '--values=-', `--kube-version=${oldestKubernetes}`]
    const helm = spawnSync('helm', args, { input, encoding: 'utf8' })
    assert.equal(helm.status, 0, helm.stderr)
    assert.deepEqual(sort(readObjects('helm', helm.stdout)), sort(objects))
  }
  return objects
}

function readObjects(path: string, text: string): Manifest[] {
  return parseAllDocuments(text)
    .map((document) => {
      assert.deepEqual(document.errors, [], path)
      return document.toJS() as Manifest | null
    })
    .filter((one) => one !== null)
}

function sort(objects: readonly Manifest[]): Manifest[] {
  return objects.toSorted((one, other) => (nameObject(one) < nameObject(other) ? -1 : 1))
}

function nameObject({ kind, metadata }: Manifest): string {
  return `${kind} ${metadata.name}`
}

function merge(base: Values, over: Values): Values {
  const entries = Object.entries(over).map(([name, value]) => {
    const below = base[name]
    const isNested = isValues(below) && isValues(value)
    return [name, isNested ? merge(below, value) : value]
  })
  return { ...base, ...Object.fromEntries(entries) }
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function findDeployment(objects: readonly Manifest[], name = 'quoin') {
  const found = objects.find((one) => nameObject(one) === `Deployment ${name}`)
  assert.ok(found, name)
  const pod = found.spec.template.spec
  const [container] = pod.containers
  assert.ok(container)
  return { ...found.spec, pod, container }
}

test('with a bucket, the chart runs two confined pods that are replaced without downtime', () => {
  const objects = renderObjects(BUCKET)
  assert.deepEqual(objects.map(nameObject).toSorted(), [
    'Deployment quoin',
    'PodDisruptionBudget quoin',
    'Service quoin',
    'ServiceAccount quoin',
  ])
  const { replicas, strategy, pod, container } = findDeployment(objects)
  assert.deepEqual(
    [replicas, strategy],
    [2, { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } }],
  )
  assertSettings(container.env.map(({ name }) => name))
  assert.ok(container.env.every(({ value }) => typeof value === 'string'))
  assert.equal(container.env.find(({ name }) => name === 'TRUST_PROXY')?.value, 'uniquelocal')
  assert.deepEqual(container.args, ['all'])
  assert.equal(pod.terminationGracePeriodSeconds, 45)
  assert.deepEqual([pod.securityContext.runAsUser, container.securityContext.readOnlyRootFilesystem], [10_001, true])
  assert.deepEqual([pod.serviceAccountName, pod.automountServiceAccountToken], ['quoin', false])
})

test('the chart refuses media on the disk of a pod, and a volume that several pods would share', () => {
  assert.throws(() => renderObjects({}), /Set env.MEDIA_S3_BUCKET, or volume.enabled/)
  assert.throws(() => renderObjects({ volume: { enabled: true } }), /belong to one pod/)
  const worker = { volume: { enabled: true }, server: { replicas: 1 }, worker: { enabled: true } }
  assert.throws(() => renderObjects(worker), /belong to one pod/)
})

test('with a volume, one pod keeps its media in a claim that outlives the release', () => {
  const objects = renderObjects({ volume: { enabled: true, storageClass: 'fast' }, server: { replicas: 1 } })
  assert.ok(objects.map(nameObject).includes('PersistentVolumeClaim quoin'))
  const { replicas, strategy, pod } = findDeployment(objects)
  assert.deepEqual([replicas, strategy], [1, { type: 'Recreate' }])
  assert.deepEqual(pod.volumes[1], { name: 'data', persistentVolumeClaim: { claimName: 'quoin' } })

  const mine = renderObjects({ volume: { enabled: true, existingClaim: 'mine' }, server: { replicas: 1 } })
  assert.ok(!mine.map(nameObject).includes('PersistentVolumeClaim quoin'))
  assert.deepEqual(findDeployment(mine).pod.volumes[1], {
    name: 'data',
    persistentVolumeClaim: { claimName: 'mine' },
  })
})

test('serving and working can scale apart, and only pods that serve get requests', () => {
  const scaled = { enabled: true, minReplicas: 3 }
  const objects = renderObjects({ ...BUCKET, server: { autoscaling: scaled }, worker: { enabled: true } })
  const serve = findDeployment(objects)
  const work = findDeployment(objects, 'quoin-worker')
  assert.deepEqual([serve.container.args, work.container.args], [['serve'], ['work']])
  assert.deepEqual([serve.replicas, work.replicas], [undefined, 2])
  assert.ok(serve.container.readinessProbe)
  assert.equal(work.container.readinessProbe, undefined)
  const scaler = objects.find(({ kind }) => kind === 'HorizontalPodAutoscaler')
  assert.equal(scaler?.spec.scaleTargetRef?.name, 'quoin')
  const service = objects.find(({ kind }) => kind === 'Service')
  assert.deepEqual(service?.spec.selector, serve.selector.matchLabels)
  assert.notDeepEqual(work.selector.matchLabels, serve.selector.matchLabels)
  for (const each of [serve, work]) assert.deepEqual(each.template.metadata.labels, each.selector.matchLabels)
})

test('an account of your own, further settings and secrets reach the pods', () => {
  const objects = renderObjects({
    env: { MEDIA_S3_BUCKET: 'quoin-media', MAIL_FROM: 'quoin@example.com', MEDIA_BYTES_MAX: 5_000_000_000 },
    secretFiles: { SMTP_URL: 'smtp-url' },
    tolerations: [{ key: 'dedicated', operator: 'Exists' }],
    serviceAccount: { create: false, name: 'media-writer' },
  })
  assert.ok(!objects.some(({ kind }) => kind === 'ServiceAccount'))
  const { pod, container } = findDeployment(objects)
  assert.equal(pod.serviceAccountName, 'media-writer')
  assertSettings(container.env.map(({ name }) => name))
  assert.equal(container.env.find(({ name }) => name === 'MEDIA_BYTES_MAX')?.value, '5000000000')
  assert.equal(container.env.find(({ name }) => name === 'SMTP_URL_FILE')?.value, '/run/secrets/quoin/smtp-url')
  assert.ok(container.env.every(({ value }) => typeof value === 'string'))
})

test('an ingress needs the address that users see', () => {
  assert.throws(() => renderObjects({ ...BUCKET, ingress: { enabled: true } }), /Set publicUrl/)
})

test('the command of the guide gives what the guide promises: two pods, a rolling update, TLS', () => {
  const guide = readFileSync(join(root, 'docs/guides/deploying.md'), 'utf8')
  const command = /^helm upgrade --install quoin deploy\/helm\/quoin (?:.*\\\n)*.*$/m.exec(guide)?.[0] ?? ''
  const settings = [...command.matchAll(/--set ([\w.]+)=(\S+)/g)]
  assert.ok(settings.length > 4, command)
  const objects = renderObjects(
    settings.reduce<Values>((values, [, path = '', value]) => merge(values, nestValue(path, value)), {}),
  )
  const { replicas, strategy, container } = findDeployment(objects)
  assert.deepEqual([replicas, strategy?.type], [2, 'RollingUpdate'])
  const { tls } = objects.find(({ kind }) => kind === 'Ingress')?.spec ?? {}
  assert.deepEqual(tls, [{ hosts: ['quoin.example.com'], secretName: 'quoin-tls' }])
  const publicUrl = container.env.find(({ name }) => name === 'QUOIN_PUBLIC_URL')?.value
  assert.equal(publicUrl, 'https://quoin.example.com')
})

function nestValue(path: string, text = ''): Values {
  const [name = '', ...rest] = path.split('.')
  const value = text === 'true' ? true : text
  return { [name]: rest.length > 0 ? nestValue(rest.join('.'), text) : value }
}

test('helm lint accepts the chart', {
  skip: !hasHelm && 'helm is not on this machine, and no package registry has it',
}, () => {
  const lint = spawnSync('helm', ['lint', '--strict', chart, '--set=volume.enabled=true', '--set=server.replicas=1'], {
    encoding: 'utf8',
  })
  assert.equal(lint.status, 0, lint.stdout)
})

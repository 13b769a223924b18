import { spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import { type ImageConfig, runProgram } from './image-builder.ts'

interface RuntimeSpec {
  readonly process: object
  readonly mounts: readonly { readonly type: string }[]
  readonly linux: { readonly namespaces: readonly { readonly type: string }[] }
}

export interface Container {
  readonly ended: Promise<number | null>
  /** Runs a program in the container. */
  readonly exec: (...command: string[]) => { status: number | null; stdout: string; stderr: string }
  readonly signal: (name: string) => void
}

/**
 * Starts a container of an image with runc, as strictly as Kubernetes can: its user without capabilities, a root file system that
 * is read-only, and a folder of this machine at /data. It shares the network of this machine.
 */
export function startContainer(
  folder: string,
  { root, image, env }: { root: string; image: ImageConfig; env: Readonly<Record<string, string>> },
): Container {
  mkdirSync(folder)
  runProgram('runc', 'spec', `--bundle=${folder}`)
  const file = join(folder, 'config.json')
  const spec = JSON.parse(readFileSync(file, 'utf8')) as RuntimeSpec
  const [uid = 0, gid = 0] = image.User.split(':').map(Number)
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  chownSync(data, uid, gid)
  const config = {
    ...spec,
    root: { path: root, readonly: true },
    process: {
      user: { uid, gid },
      cwd: image.WorkingDir,
      args: [...image.Entrypoint, ...image.Cmd],
      env: [...image.Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)],
      capabilities: {},
      noNewPrivileges: true,
    },
    mounts: [
      ...spec.mounts,
      { destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: ['mode=1777'] },
      { destination: '/data', type: 'bind', source: data, options: ['bind', 'rw'] },
    ],
    linux: { ...spec.linux, namespaces: spec.linux.namespaces.filter(({ type }) => type !== 'network') },
  }
  writeFileSync(file, JSON.stringify(config))
  return runContainer(folder, `quoin-${process.pid}`)
}

function runContainer(folder: string, id: string): Container {
  const state = `--root=${folder}/state`
  const child = spawn('runc', [state, 'run', `--bundle=${folder}`, id], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise<number | null>((done) => child.once('close', done))
  after(async () => {
    spawnSync('runc', [state, 'delete', '--force', id])
    await ended
  })
  return {
    ended,
    exec: (...command) => spawnSync('runc', [state, 'exec', id, ...command], { encoding: 'utf8' }),
    signal: (name) => runProgram('runc', state, 'kill', id, name),
  }
}

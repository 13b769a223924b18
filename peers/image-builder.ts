import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { npmProgram } from './machine.ts'
import { pinnedNode } from './small-checkout.ts'

/** Settings that an image gives to its containers. */
export interface ImageConfig {
  readonly User: string
  readonly Env: readonly string[]
  readonly Entrypoint: readonly string[]
  readonly Cmd: readonly string[]
  readonly WorkingDir: string
  readonly StopSignal: string
  readonly Healthcheck: { readonly Test: readonly string[] }
}

const CERTIFICATES = '/etc/ssl/certs'

/** Runs a program to its end. Returns its output. */
export function runProgram(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    timeout: 900_000,
    maxBuffer: 2 ** 26,
  })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}\n${stdout.slice(-4000)}\n${stderr.slice(-4000)}`)
  return stdout.trim()
}

/** Builds images with Buildah in its own storage, without a daemon and without a registry of images. */
export class ImageBuilder {
  private readonly folder: string

  constructor(folder: string) {
    this.folder = folder
    mkdirSync(folder)
  }

  /** Makes an image of Debian from its packages. */
  makeDebian(name: string): void {
    const archive = join(this.folder, 'debian.tar')
    runProgram('mmdebstrap', '--quiet', '--variant=minbase', '--include=ca-certificates', 'bookworm', archive)
    this.commit('scratch', name, (container) => this.buildah('add', container, archive, '/'))
  }

  /** Makes an image with the pinned Node and the npm of this machine, where the official image has them. */
  makeNode(debian: string, name: string): void {
    this.commit(debian, name, (container) => {
      this.buildah('add', container, pinnedNode, '/usr/local/bin/node')
      this.buildah('add', container, dirname(dirname(npmProgram)), '/usr/local/lib/node_modules/npm')
      const link = ['ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm']
      this.buildah('run', '--isolation=chroot', container, ...link)
    })
  }

  /** Builds a Dockerfile, whose steps reach the package registry as this machine does. */
  build(dockerfile: string, context: string, name: string): ImageConfig {
    const npmrc = join(this.folder, 'npmrc')
    const registry = runProgram(process.execPath, npmProgram, 'config', 'get', 'registry')
    writeFileSync(npmrc, `registry=${registry}\ncafile=${CERTIFICATES}/ca-certificates.crt\n`)
    const mounts = [`--volume=${npmrc}:/usr/local/etc/npmrc:ro`, `--volume=${CERTIFICATES}:${CERTIFICATES}:ro`]
    const options = ['--isolation=chroot', '--pull-never', '--format=docker', `--file=${dockerfile}`, `--tag=${name}`]
    this.buildah('build', ...options, ...mounts, context)
    const { Docker } = JSON.parse(this.buildah('inspect', '--type=image', name)) as { Docker: { config: ImageConfig } }
    return Docker.config
  }

  /** Returns the folder with the files of an image. */
  mount(name: string): string {
    return this.buildah('mount', this.buildah('from', '--pull-never', name))
  }

  private commit(base: string, name: string, change: (container: string) => void): void {
    const container = this.buildah('from', '--pull-never', base)
    change(container)
    this.buildah('commit', '--quiet', container, name)
    this.buildah('rm', container)
  }

  private buildah(...args: string[]): string {
    const storage = [`--root=${this.folder}/images`, `--runroot=${this.folder}/run`, '--storage-driver=vfs']
    return runProgram('buildah', ...storage, ...args)
  }
}

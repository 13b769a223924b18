/** Work that shares slots: jobs of one kind, workspace and remote, or deliveries to one endpoint. */
export interface SlotGroup {
  readonly job: string
  readonly workspaceId: string
  /** The remote host or endpoint, by id or by a hash of its name; 0 when there is none. */
  readonly remote: string | number
}

/** Slots of a kind per unit of its concurrency. A workspace with one remote gets a third of them: its concurrency. */
const KIND_SLOTS = 3
/** Slots of the process per unit of its concurrency. A workspace gets half of them. */
const PROCESS_SLOTS = 2
/** A workspace may use as many slots as are free, each of its remotes half as many. */
const PER_WORKSPACE = 1
const PER_REMOTE = 2

/**
 * Counts the jobs that run in this process and decides how many more each group may start. A group may start a job while it
 * uses less than a fixed part of the slots that are still free (dynamic thresholds, decision 0059). A group that is alone gets
 * the whole concurrency, and slots stay free for the next workspace, however many jobs hang.
 */
export class Slots {
  readonly #concurrency: number
  readonly #getConcurrency: (job: string) => number
  readonly #kinds = new SlotCount()
  readonly #workspaces = new SlotCount()
  constructor(concurrency: number, getConcurrency: (job: string) => number) {
    this.#concurrency = concurrency
    this.#getConcurrency = getConcurrency
  }
  /** Free slots of the process. */
  get free(): number {
    return this.#concurrency * PROCESS_SLOTS - this.#workspaces.running
  }
  start(group: SlotGroup): void {
    this.reserve(group, 1)
  }
  end(group: SlotGroup): void {
    this.#kinds.part(group.job).part(group.workspaceId).endedAt = performance.now()
    this.reserve(group, -1)
  }
  /** Counts jobs as running while a plan is made. A negative number undoes this. */
  reserve({ job, workspaceId, remote }: SlotGroup, jobs: number): void {
    this.#kinds.part(job).part(workspaceId).part(remote).add(jobs)
    this.#workspaces.part(workspaceId).add(jobs)
  }
  /** Returns how many more jobs the group may start. */
  quota({ job, workspaceId, remote }: SlotGroup): number {
    const kind = this.#kinds.find(job)
    const ofRemote = kind?.find(workspaceId)?.find(remote)
    return Math.min(this.#workspaceQuota(job, workspaceId), share(this.#countFreeSlots(job), ofRemote, PER_REMOTE))
  }
  #workspaceQuota(job: string, workspaceId: string): number {
    return Math.min(
      share(this.#countFreeSlots(job), this.#kinds.find(job)?.find(workspaceId), PER_WORKSPACE),
      share(this.free, this.#workspaces.find(workspaceId), PER_WORKSPACE),
    )
  }
  #countFreeSlots(job: string): number {
    return this.#getConcurrency(job) * KIND_SLOTS - (this.#kinds.find(job)?.running ?? 0)
  }
  /** Lists the groups of these kinds that may not start jobs now, as `job workspace` or `job workspace remote`. */
  listFull(jobs: readonly string[] = this.#kinds.keys()): string[] {
    const workspaces = this.#workspaces.keys<string>()
    const everywhere = workspaces.filter((id) => share(this.free, this.#workspaces.find(id), PER_WORKSPACE) === 0)
    return [...new Set(jobs)].flatMap((job) => {
      const ofKind = this.#kinds.find(job)?.keys<string>() ?? []
      return [...new Set([...everywhere, ...ofKind])].flatMap((workspaceId) => this.#listFullGroups(job, workspaceId))
    })
  }
  #listFullGroups(job: string, workspaceId: string): string[] {
    const name = `${job} ${workspaceId}`
    if (this.#workspaceQuota(job, workspaceId) === 0) return [name]
    const remotes = this.#kinds.find(job)?.find(workspaceId)?.keys() ?? []
    return remotes.flatMap((remote) => (this.quota({ job, workspaceId, remote }) === 0 ? [`${name} ${remote}`] : []))
  }
  /** Counts the running jobs of the group's kind and workspace. */
  countRunning({ job, workspaceId }: SlotGroup): number {
    return this.#kinds.find(job)?.find(workspaceId)?.running ?? 0
  }
  /** Returns true if jobs of the group's workspace run and none has ended for `forMs`. */
  isStalled({ job, workspaceId }: SlotGroup, forMs: number): boolean {
    const workspace = this.#kinds.find(job)?.find(workspaceId)
    return workspace !== undefined && performance.now() - workspace.endedAt >= forMs
  }
}

/** Returns how many more may start, when each one needs fewer than `free / per` running. */
function share(free: number, count: SlotCount | undefined, per: number): number {
  return Math.max(0, Math.ceil((free - per * (count?.running ?? 0)) / (per + 1)))
}

/** Running jobs, in total and by part. A part without jobs is removed. */
class SlotCount {
  running = 0
  /** Time when a job last ended, or else when the first one started, by the process's monotonic clock. */
  endedAt = performance.now()
  /** Created with the first part: most groups have none. */
  #parts: Map<string | number, SlotCount> | undefined
  readonly #whole: SlotCount | undefined
  readonly #key: string | number
  constructor(whole?: SlotCount, key: string | number = '') {
    this.#whole = whole
    this.#key = key
  }
  keys<K extends string | number = string | number>(): K[] {
    return [...(this.#parts?.keys() ?? [])] as K[]
  }
  find(key: string | number): SlotCount | undefined {
    return this.#parts?.get(key)
  }
  part(key: string | number): SlotCount {
    this.#parts ??= new Map()
    let part = this.#parts.get(key)
    if (!part) this.#parts.set(key, (part = new SlotCount(this, key)))
    return part
  }
  add(jobs: number): void {
    this.running += jobs
    const whole = this.#whole
    if (!whole) return
    if (this.running === 0) whole.#parts?.delete(this.#key)
    whole.add(jobs)
  }
}

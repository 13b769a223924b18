import type { Registry } from 'prom-client'
import { ConfigError } from '../kit/config/config.ts'
import type { Context } from '../kit/context.ts'
import type { Sources } from '../kit/sources.ts'
import { createAskSource } from './ask-source.ts'
import { createSourceBudget } from './budget.ts'
import { createSourceMetrics } from './metrics.ts'
import type { AnySource } from './source.ts'
import { listSpend } from './sql.ts'
import { runWaterfall } from './waterfall.ts'

/** The setting that lists the sources of an action, in order. */
const ORDERS = {
  'search/people': 'SOURCES_SEARCH_PEOPLE',
  'people/enrich': 'SOURCES_ENRICH_PERSON',
  'contacts/find-email': 'SOURCES_FIND_EMAIL',
  'contacts/verify-email': 'SOURCES_VERIFY_EMAIL',
} as const

type SourcesContext = Pick<Context, 'config' | 'db' | 'clock' | 'log' | 'outbound' | 'sharedLimits'> & {
  readonly registry?: Registry
}

/** Called once at the start. Throws a ConfigError when the configured order contains a source that does not exist or is off. */
export function openSources(ctx: SourcesContext, all: readonly AnySource[]): Sources {
  const settings = new Map(all.map((source) => [source, readSourceSettings(ctx.config, source)]))
  const isOn = (source: AnySource) => source.needs.every((name) => settings.get(source)?.[name] !== undefined)
  const byAction = Map.groupBy(all, ({ action }) => action)
  const problems: string[] = []
  const ordered = new Map([...byAction].map(([action, sources]) => [action, sources.filter(isOn)]))
  for (const [action, setting] of Object.entries(ORDERS)) {
    const names = ctx.config[setting]
    if (names)
      ordered.set(action, selectSources({ setting, names, sources: byAction.get(action) ?? [], isOn, problems }))
  }
  const budgets = readBudgets(ctx.config.SOURCES_DAILY_BUDGET, all, problems)
  if (problems.length > 0) throw new ConfigError(`Invalid configuration:\n- ${problems.join('\n- ')}`)
  const ask = createAskSource({
    outbound: ctx.outbound,
    budget: createSourceBudget(ctx, budgets),
    log: ctx.log,
    now: () => ctx.clock.now(),
    metrics: createSourceMetrics(ctx.registry),
    sharedLimits: ctx.sharedLimits,
    getSettings: (source) => settings.get(source) ?? {},
  })
  const tools = { ask, now: () => ctx.clock.now().getTime() }
  const list = (action: string): readonly AnySource[] => ordered.get(action) ?? []
  const paged = new Map([...byAction].map(([action, sources]) => [action, sources.filter(({ hasPages }) => hasPages)]))
  return {
    list,
    async listCosts() {
      const day = ctx.clock.now().toISOString().slice(0, 10)
      const spent = new Map((await listSpend(ctx.db, day)).map((row) => [row.source, row]))
      const asked = new Set([...ordered.values()].flat().map(({ id }) => id))
      return [...Map.groupBy(all, ({ id }) => id)].map(([id, sources]) => ({
        id,
        actions: [...new Set(sources.map(({ action }) => action))],
        isOn: asked.has(id),
        spentTodayMicros: spent.get(id)?.micros ?? 0,
        callsToday: sources.some(({ costMicros }) => costMicros > 0) ? (spent.get(id)?.calls ?? 0) : null,
        dailyBudgetMicros: budgets.get(id) ?? budgets.get('*') ?? null,
      }))
    },
    ask(action, input, options) {
      const { only, needsPages } = options
      const sources = needsPages ? (paged.get(action) ?? []) : list(action)
      return runWaterfall(tools, only === undefined ? sources : sources.filter(({ id }) => id === only), input, options)
    },
    async askFirst(action, inputs, workspaceId) {
      const outcomes = await list(action)[0]?.askMany?.(inputs, { workspaceId })
      return outcomes?.map((each) => (each.outcome === 'found' ? each.data : undefined))
    },
    async close() {
      for (const source of all) await source.close?.()
    },
  }
}

function readSourceSettings(config: Context['config'], source: AnySource): Record<string, string> {
  const given = [...source.needs, ...(source.takes ?? [])].map((name) => {
    if (!(name in config)) throw new Error(`${source.id} reads ${name}, which is not declared in kit/config/config.ts`)
    return [name, (config as unknown as Record<string, string | number | undefined>)[name]] as const
  })
  return Object.fromEntries(given.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))
}

interface Selection {
  readonly setting: string
  readonly names: readonly string[]
  readonly sources: readonly AnySource[]
  readonly isOn: (source: AnySource) => boolean
  readonly problems: string[]
}

function selectSources({ setting, names, sources, isOn, problems }: Selection): AnySource[] {
  return names.flatMap((name) => {
    const source = sources.find(({ id }) => id === name)
    if (!source)
      problems.push(
        `${setting} contains ${name}, which does not exist. Use: ${sources.map(({ id }) => id).join(', ')}.`,
      )
    else if (!isOn(source)) problems.push(`${setting} contains ${name}, which needs ${source.needs.join(' and ')}.`)
    return source ?? []
  })
}

/** Reads micro-dollars per day by source; `*` is each of the others. */
function readBudgets(pairs: readonly string[] | undefined, all: readonly AnySource[], problems: string[]) {
  const known = new Set(['*', ...all.map(({ id }) => id)])
  return new Map(
    (pairs ?? []).map((pair) => {
      const [name = '', dollars = ''] = pair.split(':')
      if (!known.has(name) || !/^\d+(\.\d+)?$/.test(dollars))
        problems.push(`SOURCES_DAILY_BUDGET contains "${pair}". Use pairs like hunter:25 or *:10, in US dollars.`)
      return [name, Math.round(Number(dollars) * 1e6)] as const
    }),
  )
}

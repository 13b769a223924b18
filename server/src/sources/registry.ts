import { ConfigError } from '../kit/config.ts'
import type { Context } from '../kit/context.ts'
import { createAsker, type Purse } from './ask-source.ts'
import { connectForSearch, createCachedSearch } from './directory/search/cached-search.ts'
import type { AnySource, Source } from './source.ts'
import * as sql from './sql.ts'
import { type AskOptions, type Fall, fallThrough } from './waterfall.ts'

/** The sources of this process, in the order they are asked, with their rates, rests and budgets. */
export interface Sources {
  of(action: string): readonly AnySource[]
  /** Pages of the built-in directory. */
  readonly searchDirectory: ReturnType<typeof createCachedSearch>
  close(): Promise<void>
  ask<In, Out>(sources: readonly Source<In, Out>[], input: In, options: AskOptions<Out>): Promise<Fall<Out>>
}

/** The setting that names the sources of an action, in order. */
const ORDERS = {
  'search/people': 'SOURCES_SEARCH_PEOPLE',
  'people/enrich': 'SOURCES_ENRICH_PERSON',
  'contacts/find-email': 'SOURCES_FIND_EMAIL',
  'contacts/verify-email': 'SOURCES_VERIFY_EMAIL',
} as const

const opened = new WeakMap<Context['outbound'], Sources>()

/** Called once at the start: throws a ConfigError when the order names a source that does not exist or is off. */
export function openSources(ctx: Context, all: readonly AnySource[]): Sources {
  const configured = new Map(all.map((source) => [source, settingsOf(ctx, source)]))
  const isOn = (source: AnySource) => source.needs.every((name) => configured.get(source)?.[name] !== undefined)
  const ordered = new Map<string, readonly AnySource[]>()
  const problems: string[] = []
  for (const [action, setting] of Object.entries(ORDERS)) {
    const able = all.filter((source) => source.action === action)
    const names = ctx.config[setting]
    ordered.set(action, names ? pick(setting, names, able, isOn, problems) : able.filter(isOn))
  }
  const budgets = readBudgets(ctx.config.SOURCES_DAILY_BUDGET, all, problems)
  if (problems.length > 0) throw new ConfigError(`The environment needs mending:\n- ${problems.join('\n- ')}`)
  const ask = createAsker({
    outbound: ctx.outbound,
    purse: createPurse(ctx, budgets),
    log: ctx.log,
    now: () => ctx.clock.now(),
    settingsOf: (source) => configured.get(source) ?? settingsOf(ctx, source),
  })
  const searches = connectForSearch(ctx.db)
  const tools = { ask, now: () => ctx.clock.now().getTime() }
  const sources: Sources = {
    searchDirectory: createCachedSearch(searches),
    close: () => searches.end({ timeout: 5 }),
    of: (action) => ordered.get(action) ?? [],
    ask: (list, input, options) => fallThrough(tools, list, input, options),
  }
  opened.set(ctx.outbound, sources)
  return sources
}

export function sourcesOf(ctx: Context): Sources {
  const sources = opened.get(ctx.outbound)
  if (!sources) throw new Error('openSources has not been called')
  return sources
}

function settingsOf(ctx: Context, source: AnySource): Record<string, string> {
  const given = [...source.needs, ...(source.takes ?? [])].map((name) => {
    if (!(name in ctx.config)) throw new Error(`${source.id} reads ${name}, which is not declared in kit/config.ts`)
    return [name, (ctx.config as unknown as Record<string, string | number | undefined>)[name]] as const
  })
  return Object.fromEntries(given.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))
}

function pick(
  setting: string,
  names: readonly string[],
  able: readonly AnySource[],
  isOn: (source: AnySource) => boolean,
  problems: string[],
): AnySource[] {
  return names.flatMap((name) => {
    const source = able.find(({ id }) => id === name)
    if (!source) problems.push(`${setting} names ${name}; it takes: ${able.map(({ id }) => id).join(', ')}.`)
    else if (!isOn(source)) problems.push(`${setting} names ${name}, which needs ${source.needs.join(' and ')}.`)
    return source ?? []
  })
}

/** Micro-dollars a day by source; `*` stands for each of the others. */
function readBudgets(pairs: readonly string[] | undefined, all: readonly AnySource[], problems: string[]) {
  const known = new Set(['*', ...all.map(({ id }) => id)])
  return new Map(
    (pairs ?? []).map((pair) => {
      const [name = '', dollars = ''] = pair.split(':')
      if (!known.has(name) || !/^\d+(\.\d+)?$/.test(dollars))
        problems.push(`SOURCES_DAILY_BUDGET has "${pair}"; it takes pairs like hunter:25 or *:10, in US dollars.`)
      return [name, Math.round(Number(dollars) * 1e6)] as const
    }),
  )
}

function createPurse(ctx: Context, budgets: ReadonlyMap<string, number>): Purse {
  return {
    async take(source, micros) {
      const day = ctx.clock.now().toISOString().slice(0, 10)
      const budget = budgets.get(source) ?? budgets.get('*') ?? null
      return (await sql.takeSpend(ctx.db, { day, source, micros, budget })) ? day : undefined
    },
    giveBack: (source, micros, day) => sql.returnSpend(ctx.db, day, source, micros),
  }
}

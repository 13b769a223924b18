import { type Body, isMissing, readPage, request } from '../meta/graph.ts'
import { PlatformError } from '../platform-error.ts'
import type { Json, Session } from '../session.ts'
import type { FoundTemplate, TemplateStatus, Templates } from '../templates.ts'
import { createGraph, getBusinessAccountId } from './cloud-api.ts'

const STATUSES: Readonly<Record<string, TemplateStatus>> = {
  APPROVED: 'approved',
  PENDING: 'pending',
  REJECTED: 'rejected',
  PAUSED: 'paused',
  DISABLED: 'disabled',
  IN_APPEAL: 'in_appeal',
  DELETED: 'deleted',
  PENDING_DELETION: 'deleted',
  LIMIT_EXCEEDED: 'disabled',
  ARCHIVED: 'disabled',
  // What a webhook adds to these.
  REINSTATED: 'approved',
  UNARCHIVED: 'approved',
}

/** Undefined for what says nothing about whether the template can be sent. */
export function toTemplateStatus(status: unknown): TemplateStatus | undefined {
  return STATUSES[String(status)]
}

/** Meta writes `NONE` for no reason. */
export function readRejectionReason(reason: unknown): string | null {
  return typeof reason === 'string' && reason !== '' && reason !== 'NONE' ? reason : null
}

const PAGE = 100
const FIELDS = 'id,name,language,category,components,status,rejected_reason'

const buildTemplatesPath = (session: Session) =>
  `${encodeURIComponent(getBusinessAccountId(session))}/message_templates`

export const templates: Templates = {
  async create(session, template) {
    const { name, language, category, components } = template
    const body = {
      name,
      language,
      category: category.toUpperCase(),
      components: components as readonly Json[],
      ...(hasNames(components) && { parameter_format: 'NAMED' }),
    }
    const made = await request(createGraph(session), 'POST', buildTemplatesPath(session), { body, mutates: true })
    if (typeof made.id !== 'string')
      throw new PlatformError('ambiguous', 'WhatsApp answered without the id of the template.')
    return {
      externalId: made.id,
      name,
      language,
      category: typeof made.category === 'string' ? made.category : body.category,
      components,
      status: toTemplateStatus(made.status) ?? 'pending',
      rejectionReason: null,
    }
  },
  /** From the first page again after the last one: an empty cursor. */
  async list(session, { cursor }) {
    const query = { fields: FIELDS, limit: PAGE, ...(cursor && { after: cursor }) }
    const { data, after } = await readPage(createGraph(session), buildTemplatesPath(session), { query })
    return { items: data.map(readTemplate), cursor: after ?? '', hasMore: after !== null }
  },
  /** By its id too: by its name alone Meta deletes it in all languages. */
  async delete(session, { externalId, name }) {
    const query = { hsm_id: externalId, name }
    await request(createGraph(session), 'DELETE', buildTemplatesPath(session), { query }).catch(
      async (error: unknown) => {
        const isRefused = error instanceof PlatformError && error.kind === 'invalid'
        if (!isRefused || !(await isGone(session, externalId))) throw error
      },
    )
  },
}

async function isGone(session: Session, externalId: string): Promise<boolean> {
  const query = { fields: 'id,status' }
  const found = await request(createGraph(session), 'GET', encodeURIComponent(externalId), { query }).catch(
    (error: unknown) => {
      if (isMissing(error)) return { status: 'DELETED' }
      throw error
    },
  )
  return toTemplateStatus(found.status) === 'deleted'
}

function readTemplate(found: Body): FoundTemplate {
  return {
    externalId: String(found.id),
    name: String(found.name),
    language: String(found.language),
    category: String(found.category ?? ''),
    components: Array.isArray(found.components) ? found.components : [],
    status: toTemplateStatus(found.status) ?? 'pending',
    rejectionReason: readRejectionReason(found.rejected_reason),
  }
}

/** Placeholders have names or numbers, and Meta wants to be told which. */
function hasNames(components: FoundTemplate['components']): boolean {
  return components.some(({ text }) => typeof text === 'string' && /\{\{ ?[A-Za-z_]\w{0,63} ?\}\}/.test(text))
}

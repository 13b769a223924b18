import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { AnyBody, Id } from '../api/response.ts'
import { buildEdgeSchema, isMissing, readPage, request } from '../meta/graph.ts'
import { PlatformError } from '../platform-error.ts'
import type { Json, Session } from '../session.ts'
import type { FoundTemplate, TemplateStatus, Templates } from '../templates.ts'
import { createGraph, getBusinessAccountId } from './cloud-api.ts'

const Created = Type.Object({ id: Id, status: Maybe(Type.Unknown()), category: Maybe(Type.Unknown()) })
const TemplateState = Type.Object({ status: Type.String() })

type Template = Static<typeof Template>
const Template = Type.Object({
  id: Id,
  name: Type.String(),
  language: Type.String(),
  category: Maybe(Type.String()),
  components: Maybe(Type.Array(Type.Record(Type.String(), Type.Unknown()))),
  status: Type.String(),
  rejected_reason: Maybe(Type.Unknown()),
})
const TemplatePage = buildEdgeSchema(Template)

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
  // Only webhooks have these.
  REINSTATED: 'approved',
  UNARCHIVED: 'approved',
}

/** Returns undefined for a status that does not affect sending. */
export function toTemplateStatus(status: unknown): TemplateStatus | undefined {
  return STATUSES[String(status)]
}

/** Returns null for `NONE`, which is what Meta sends without a reason. */
export function readRejectionReason(reason: unknown): string | null {
  return typeof reason === 'string' && reason !== '' && reason !== 'NONE' ? reason : null
}

const PAGE_SIZE = 100
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
    const created = await request(createGraph(session), 'POST', buildTemplatesPath(session), {
      schema: Created,
      body,
      mutates: true,
    })
    return {
      externalId: String(created.id),
      name,
      language,
      category: typeof created.category === 'string' ? created.category : body.category,
      components,
      status: toTemplateStatus(created.status) ?? 'pending',
      rejectionReason: null,
    }
  },
  /** After the last page the cursor is empty, so that the next call starts with the first page again. */
  async list(session, { cursor }) {
    const query = { fields: FIELDS, limit: PAGE_SIZE, ...(cursor && { after: cursor }) }
    const { data, after } = await readPage(createGraph(session), buildTemplatesPath(session), {
      schema: TemplatePage,
      query,
    })
    return { items: data.map(readTemplate), cursor: after ?? '', hasMore: after !== null }
  },
  /** Sends the id too: with the name alone Meta deletes the template in all languages. */
  async delete(session, { externalId, name }) {
    const query = { hsm_id: externalId, name }
    try {
      await request(createGraph(session), 'DELETE', buildTemplatesPath(session), { schema: AnyBody, query })
    } catch (error) {
      const isRefused = error instanceof PlatformError && error.kind === 'invalid'
      if (!isRefused || !(await isDeleted(session, externalId))) throw error
    }
  },
}

async function isDeleted(session: Session, externalId: string): Promise<boolean> {
  const options = { schema: TemplateState, query: { fields: 'id,status' } }
  try {
    const { status } = await request(createGraph(session), 'GET', encodeURIComponent(externalId), options)
    return toTemplateStatus(status) === 'deleted'
  } catch (error) {
    if (isMissing(error)) return true
    throw error
  }
}

function readTemplate(found: Template): FoundTemplate {
  return {
    externalId: String(found.id),
    name: found.name,
    language: found.language,
    category: found.category ?? '',
    components: found.components ?? [],
    status: toTemplateStatus(found.status) ?? 'pending',
    rejectionReason: readRejectionReason(found.rejected_reason),
  }
}

/** Returns true if placeholders have names, not numbers: Meta requires the format with the template. */
function hasNames(components: FoundTemplate['components']): boolean {
  return components.some(({ text }) => typeof text === 'string' && /\{\{ ?[A-Za-z_]\w{0,63} ?\}\}/.test(text))
}

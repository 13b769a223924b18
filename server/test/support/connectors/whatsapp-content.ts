import { checkParameters } from '../../../src/connectors/text/message-template.ts'
import { type Any, invalid, Refusal } from './whatsapp-graph.ts'

interface StoredContent {
  readonly media: ReadonlyMap<string, Any>
  readonly templates: ReadonlyMap<string, Any>
}

/** Throws the refusal of a message that Meta does not accept. */
export function checkContent(number: Any, body: Any, { media, templates }: StoredContent): void {
  const content = body[body.type]
  if (!content) throw new Refusal(131_008, 'Required parameter is missing')
  if (body.type === 'text' && (!content.body || [...content.body].length > 4096)) throw invalid('text is not valid')
  if (['image', 'video', 'audio', 'document', 'sticker'].includes(body.type)) {
    const medium = media.get(content.id)
    if (medium?.phoneNumberId !== number.id) throw invalid('The media id is not valid')
    if (content.caption !== undefined && ['audio', 'sticker'].includes(body.type)) throw invalid('caption is not valid')
  }
  if (body.type !== 'template') return
  const template = [...templates.values()].find(
    (one) =>
      one.businessAccountId === number.businessAccountId &&
      one.name === content.name &&
      one.language === content.language?.code,
  )
  if (template?.status !== 'APPROVED')
    throw new Refusal(132_001, 'Template name does not exist in the translation', {}, 404)
  if (checkParameters(template.components, content.components).length > 0)
    throw new Refusal(132_000, 'Number of parameters does not match the expected number of params')
}

/** Throws the refusal of a template that Meta rejects before its review. */
export function checkTemplate(body: Any): void {
  const { name, category, components, parameter_format = 'POSITIONAL' } = body ?? {}
  if (!/^[a-z0-9_]{1,512}$/.test(name ?? '')) throw invalid('name is not valid')
  if (!['AUTHENTICATION', 'MARKETING', 'UTILITY'].includes(category)) throw invalid('category is not valid')
  const part = components?.find(({ type }: Any) => type === 'BODY')
  if (!part?.text) throw invalid('The body is missing', 2_388_043)
  const names = [...String(part.text).matchAll(/\{\{(\w+)\}\}/g)].map(([, placeholder = '']) => placeholder)
  const isNamed = names.some((placeholder) => !/^\d+$/.test(placeholder))
  if (isNamed !== (parameter_format === 'NAMED')) throw invalid('parameter_format does not fit', 2_388_072)
  if (names.length > 0 && !part.example) throw invalid('The example is missing', 2_388_043)
  if (/^\{\{|\}\}$/.test(part.text)) throw invalid('The body starts or ends with a parameter', 2_388_299)
}

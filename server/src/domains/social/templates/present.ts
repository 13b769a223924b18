import type { Template } from './contract/template.ts'
import type { TemplateRow } from './sql.ts'

export function presentTemplate(row: TemplateRow): Template {
  return {
    id: row.id,
    account_id: row.account_id,
    external_id: row.external_id,
    name: row.name,
    language: row.language,
    category: row.category,
    components: row.components,
    status: row.status,
    rejection_reason: row.rejection_reason,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

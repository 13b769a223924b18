import { CommentIcon, PlusIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import type { Item } from '../../../../api/client.ts'
import { useList } from '../../../../api/hooks.ts'
import { useMayWrite } from '../../../../app/session.ts'
import { WriteButton } from '../../../../components/form/write-button.tsx'
import { humanizeCode } from '../../../../components/humanize-code.ts'
import { lazyPart } from '../../../../components/lazy-part.tsx'
import { type Column, CursorList } from '../../../../components/list/cursor-list.tsx'
import { EmptyState } from '../../../../components/list/empty-state.tsx'
import { StatusBadge } from '../../../../components/status-badge.tsx'
import { When } from '../../../../components/time/when.tsx'
import type { Account } from '../../../../resources/accounts/account-health.ts'
import { DeleteTemplate } from './delete-template.tsx'
import { TEMPLATE_TONES } from './template-tones.ts'
import * as css from './templates-part.module.css'

const TemplateForm = lazyPart(async () => (await import('./template-form.tsx')).TemplateForm)
const TemplateView = lazyPart(async () => (await import('./template-view.tsx')).TemplateView)

type Template = Item<'templates.list'>

/** Lists the message templates for people who have not written within 24 hours; the platform approves each. */
export function TemplatesPart({ account: { id } }: { account: Account }) {
  const list = useList(
    'templates.list',
    { params: { id }, query: { limit: 50 } },
    { everySeconds: (all) => (all.some(({ status }) => status === 'pending') ? 3 : 15) },
  )
  const [params, setParams] = useSearchParams()
  const mayWrite = useMayWrite()
  const [deleted, setDeleted] = useState<Template>()
  const open = (name: string, value: string) => setParams({ part: 'templates', [name]: value })
  const close = () => setParams({ part: 'templates' }, { replace: true })
  const shown = list.items.find((each) => each.id === params.get('template'))
  const create = (
    <WriteButton leftSection={<PlusIcon size={16} />} onClick={() => open('new', 'template')}>
      Create template
    </WriteButton>
  )
  return (
    <>
      <div className={`account-part-head ${css.head}`}>
        <p className="dimmed">
          After 24 hours without a message from a person, you can only reach them with a template that the platform has
          approved.
        </p>
        {create}
      </div>
      <CursorList
        label="Message templates"
        list={list}
        columns={buildColumns((template) => open('template', template), setDeleted)}
        empty={
          <EmptyState
            icon={CommentIcon}
            title="No templates yet"
            text="Create a template and submit it to the platform. Most are approved within minutes."
          >
            {create}
          </EmptyState>
        }
      />
      {mayWrite && params.get('new') === 'template' && <TemplateForm accountId={id} onClose={close} />}
      {shown && <TemplateView template={shown} onClose={close} />}
      {deleted && <DeleteTemplate template={deleted} onClose={() => setDeleted(undefined)} />}
    </>
  )
}

function buildColumns(show: (id: string) => void, remove: (template: Template) => void): Column<Template>[] {
  return [
    {
      title: 'Name',
      width: '2fr',
      render: ({ id, name }) => (
        <button type="button" className={`row-link ${css.open}`} onClick={() => show(id)}>
          {name}
        </button>
      ),
    },
    { title: 'Language', width: '0.8fr', render: ({ language }) => language },
    { title: 'Category', width: '1fr', render: ({ category }) => humanizeCode(category.toLowerCase()) },
    {
      title: 'Status',
      width: '1.2fr',
      render: ({ status }) => <StatusBadge status={status} tone={TEMPLATE_TONES[status]} />,
    },
    { title: 'Updated', width: '1fr', render: ({ updated_at }) => <When at={updated_at} /> },
    {
      title: 'Delete',
      width: '84px',
      isTitleHidden: true,
      isNumber: true,
      render: (template) => (
        <WriteButton
          variant="default"
          size="compact-sm"
          aria-label={`Delete ${template.name}`}
          onClick={() => remove(template)}
        >
          Delete
        </WriteButton>
      ),
    },
  ]
}

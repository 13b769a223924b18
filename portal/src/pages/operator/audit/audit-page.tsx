import { Button } from '@mantine/core'
import { LogIcon } from '@primer/octicons-react'
import type { Item } from '../../../api/client.ts'
import { useList, useRead } from '../../../api/hooks.ts'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { type Column, CursorList } from '../../../components/list/cursor-list.tsx'
import { EmptyState } from '../../../components/list/empty-state.tsx'
import { ChoiceFilter } from '../../../components/list/filter-bar.tsx'
import { useFilters } from '../../../components/list/use-filters.ts'
import { When } from '../../../components/time/when.tsx'
import { OperatorFrame } from '../operator-frame.tsx'
import { useWorkspaceNames } from '../use-workspace-names.ts'
import * as css from './audit-page.module.css'

type Entry = Item<'operator.audit'>

/** The audit log. */
export function OperatorAuditPage() {
  const { values, set, clear } = useFilters(['workspace'])
  const query = values.workspace ? { workspace_id: values.workspace } : {}
  const list = useList('operator.audit', { query: { limit: 50, ...query } })
  const { data } = useRead('operator.workspaces', { query: { limit: 100 } })
  const workspaces = data?.data ?? []
  const getWorkspaceName = useWorkspaceNames()
  const isListed = workspaces.some(({ id }) => id === values.workspace)
  return (
    <OperatorFrame actions={<CopyAs operation="operator.audit" input={{ query }} />}>
      <div className="operator-filters">
        <ChoiceFilter
          filters={{ values, set }}
          name="workspace"
          label="Workspace"
          all="All"
          options={[
            ...(values.workspace && !isListed ? [{ value: values.workspace, label: values.workspace }] : []),
            ...workspaces.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </div>
      <CursorList
        label="Audit log"
        list={list}
        columns={buildColumns(getWorkspaceName)}
        empty={
          <EmptyState icon={LogIcon} title="No entries" text="Changes by operators and users are recorded here.">
            {values.workspace && (
              <Button variant="default" onClick={clear}>
                Show all entries
              </Button>
            )}
          </EmptyState>
        }
      />
    </OperatorFrame>
  )
}

function buildColumns(getWorkspaceName: (id: string) => string): Column<Entry>[] {
  return [
    {
      title: 'Action',
      width: '1.6fr',
      render: ({ action, detail }) => (
        <>
          <code className="operator-name">{action}</code>
          {Object.keys(detail).length > 0 && <div className={`dimmed ${css.detail}`}>{formatDetail(detail)}</div>}
        </>
      ),
    },
    { title: 'Actor', width: '1.2fr', render: ({ actor }) => actor },
    {
      title: 'Workspace',
      width: '1fr',
      render: ({ workspace_id }) => (workspace_id === null ? 'All' : getWorkspaceName(workspace_id)),
    },
    { title: 'Reason', width: '1.2fr', render: ({ reason }) => reason || <span className="dimmed">–</span> },
    { title: 'Time', width: '0.8fr', isNumber: true, render: ({ created_at }) => <When at={created_at} /> },
  ]
}

/** Formats the details of an entry: `credits 100, grant_id grt_1` */
function formatDetail(detail: object): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
}

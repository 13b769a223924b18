import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatCount } from '../../../components/count.ts'
import { Credits } from '../../../components/credits.tsx'
import type { Column } from '../../../components/list/cursor-list.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import type { OpenAction } from './ask.ts'
import { percent } from './facts.tsx'
import {
  type Company,
  type ConsensusResult,
  formatLocation,
  type Lead,
  type Person,
  recognise,
  summarizeResult,
} from './shapes.ts'

interface ResultActions {
  readonly ask: OpenAction
  readonly open: (item: unknown) => void
}

/** Returns the columns for a table of results, chosen by its first item. */
export function columnsFor(first: unknown, acts: ResultActions): Column<unknown>[] {
  const { kind } = recognise(first)
  const columns: Column<unknown>[] = [...(COLUMNS[kind]?.(acts) ?? [])] as Column<unknown>[]
  if (columns.length > 0) return columns
  return [
    {
      title: 'Found',
      width: '1fr',
      render: (item) => <Name item={item} text={summarizeResult(item)} open={acts.open} />,
    },
  ]
}

const COLUMNS: Readonly<Record<string, (acts: ResultActions) => Column<never>[]>> = {
  person: ({ ask, open }) => [
    person('Person', (each: Person) => each, open),
    company((each: Person) => each),
    { title: 'Location', width: '1.2fr', render: (each: Person) => <Known>{formatLocation(each)}</Known> },
    {
      title: 'Email',
      width: '96px',
      isTitleHidden: true,
      isNumber: true,
      render: ({ full_name, company: at }: Person) =>
        at?.domain && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Find email of ${full_name}`}
            onClick={() => ask('contacts/find-email', { filters: { full_name, domain: at.domain } })}
          >
            Find email
          </Button>
        ),
    },
  ],
  company: ({ open }) => [
    {
      title: 'Company',
      width: '2fr',
      render: (each: Company) => (
        <Name item={each} text={each.name ?? each.domain ?? each.id} about={each.domain} open={open} />
      ),
    },
    { title: 'Industry', width: '1.2fr', render: ({ industry }: Company) => <Known>{industry}</Known> },
    { title: 'Size', width: '1fr', render: ({ size }: Company) => <Known>{size}</Known> },
    { title: 'Country', width: '1fr', render: ({ country }: Company) => <Known>{country}</Known> },
  ],
  agreed: ({ open }) => [
    person('Person', ({ person: who }: ConsensusResult) => who, open),
    company(({ person: who }: ConsensusResult) => who),
    {
      title: 'Agreement',
      width: '1.3fr',
      render: ({ agreement: { votes, ratio } }: ConsensusResult) =>
        `${formatCount(votes, 'source')}, ${percent(ratio)}`,
    },
    {
      title: 'Dissent',
      width: '1.2fr',
      render: ({ dissent }: ConsensusResult) => <Known>{dissent.map(({ value }) => value).join(', ')}</Known>,
    },
  ],
  lead: ({ open }) => [
    {
      title: 'Row',
      width: '2fr',
      render: (each: Lead) => (
        <Name
          item={each}
          text={each.input ?? each.person?.full_name ?? 'Row'}
          about={each.input && each.person ? each.person.full_name : each.person?.title}
          open={open}
        />
      ),
    },
    {
      title: 'Found',
      width: '2fr',
      render: ({ email, person: who, input }: Lead) => (
        <Known>{email?.email ?? (input === undefined ? undefined : who?.company?.name)}</Known>
      ),
    },
    {
      title: 'Mailbox',
      width: '1fr',
      render: ({ verification }: Lead) =>
        verification ? <StatusBadge status={verification.status} /> : <Known>{undefined}</Known>,
    },
    {
      title: 'Credits',
      width: '72px',
      isNumber: true,
      render: ({ credits }: Lead) => <Credits amount={credits} isBare />,
    },
  ],
}

function person<T>(title: string, getPerson: (item: T) => Person, open: ResultActions['open']): Column<T> {
  return {
    title,
    width: '2fr',
    render: (item) => <Name item={item} text={getPerson(item).full_name} about={getPerson(item).title} open={open} />,
  }
}

function company<T>(getPerson: (item: T) => Person): Column<T> {
  return {
    title: 'Company',
    width: '1.6fr',
    render: (item) => {
      const at = getPerson(item).company
      return <Known about={at?.name ? at.domain : undefined}>{at?.name ?? at?.domain}</Known>
    },
  }
}

interface NameProps {
  readonly item: unknown
  readonly text: string
  readonly about?: string | null | undefined
  readonly open: ResultActions['open']
}

/** Opens the details of a result. */
function Name({ item, text, about, open }: NameProps) {
  return (
    <div>
      <button type="button" className="row-link result-name" onClick={() => open(item)}>
        {text}
      </button>
      {about && <div className="dimmed">{about}</div>}
    </div>
  )
}

function Known({ children, about }: { children: ReactNode; about?: string | null | undefined }) {
  if (!children) return <span className="dimmed">–</span>
  return (
    <div>
      {children}
      {about && <div className="dimmed">{about}</div>}
    </div>
  )
}

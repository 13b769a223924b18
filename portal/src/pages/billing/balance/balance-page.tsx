import { Button } from '@mantine/core'
import { PlusIcon } from '@primer/octicons-react'
import { Link } from 'wouter'
import { useRead } from '../../../api/hooks.ts'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { BillingFrame } from '../billing-frame.tsx'
import { Usage } from '../usage/usage.tsx'
import { BalanceBar } from './balance-bar.tsx'
import * as css from './balance-page.module.css'
import { Grants } from './grants.tsx'
import { Holds } from './holds.tsx'

/** Balance, usage, grants and holds of the workspace. */
export function BalancePage() {
  const credits = useRead('credits.get', undefined, { everySeconds: ({ held }) => (held > 0 ? 1 : 5) })
  return (
    <BillingFrame
      actions={
        <>
          <CopyAs operation="credits.get" input={{}} />
          <Button component={Link} href="/billing/buy" leftSection={<PlusIcon size={16} />}>
            Buy credits
          </Button>
        </>
      }
    >
      <div className={css.billing}>
        <BalanceBar credits={credits} />
        <Usage />
        <div className="billing-halves">
          <Grants credits={credits} />
          <Holds isAny={(credits.data?.held ?? 0) > 0} />
        </div>
      </div>
    </BillingFrame>
  )
}

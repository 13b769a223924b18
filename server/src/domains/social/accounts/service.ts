/** What the domains after this one use. */
export { withAccess } from './access.ts'
export { apiErrorOf, describeFailure } from './failure.ts'
export { callFor, getConnector, listConnectors, requireCapability } from './platforms.ts'
export { getAccount, listAccounts } from './read.ts'
export { listAccountsOfEntity, listSignedInAccounts } from './sql/accounts.ts'

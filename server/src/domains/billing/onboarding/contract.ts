import { endpoint } from '../../../kit/declare/endpoint.ts'
import { exampleWorkspace, UserWorkspace, WorkspaceRequest } from '../../identity/workspaces/contract.ts'

export const onboarding = {
  create: endpoint({
    id: 'workspaces.create',
    route: 'POST /v1/workspaces',
    summary: 'Open a workspace, with its free credits',
    description:
      'You become its owner. It has no API key yet. Where sign-up is by invitation only, operators open workspaces; elsewhere each user can open a limited number of them, including closed ones.',
    access: 'user',
    body: WorkspaceRequest,
    status: 201,
    reply: UserWorkspace,
    errors: ['sign_up_closed', 'wrong_state'],
    example: { body: { name: exampleWorkspace.name }, reply: exampleWorkspace },
  }),
}

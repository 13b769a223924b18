import type { Auth, FoundEntity, HealthIssue } from '../auth.ts'
import type { Connector } from '../connector.ts'
import type { Body } from '../google/api.ts'
import { googleAuth } from '../google/auth.ts'
import type { GrantCall } from '../session.ts'
import { request } from './api.ts'
import { youtube } from './platform.ts'

export const auth: Auth = {
  ...googleAuth(youtube),
  listEntities: async (call) => (await listChannels(call)).map(readEntity),
}

/** On Google's page a person signs in as one channel, so this is mostly a list of one. */
async function listChannels(call: GrantCall): Promise<Body[]> {
  const query = { part: 'snippet,contentDetails,status', mine: true, maxResults: 50 }
  return (await request(call, 'channels.list', { query })).items ?? []
}

function readEntity({ id, snippet, contentDetails, status }: Body): FoundEntity {
  return {
    kind: 'channel',
    externalId: id,
    name: snippet?.title ?? id,
    parentExternalId: null,
    metadata: {
      handle: snippet?.customUrl ?? null,
      picture: snippet?.thumbnails?.medium?.url ?? null,
      uploads_playlist: contentDetails?.relatedPlaylists?.uploads ?? null,
      long_uploads: status?.longUploadsStatus ?? null,
    },
    grants: [],
    selectable: true,
    unselectableReason: null,
  }
}

export const checkHealth: Connector['checkHealth'] = async (session) => {
  const entities = (await listChannels(session)).map(readEntity)
  const issues: HealthIssue[] = []
  if (!entities.some(({ externalId }) => externalId === session.entity.externalId))
    issues.push({
      code: 'youtube_channel_gone',
      message: 'This person no longer has the channel.',
      remediation: 'Check the channel on YouTube, or connect another one.',
      severity: 'error',
    })
  return { issues, entities }
}

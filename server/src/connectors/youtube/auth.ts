import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { Auth, FoundEntity, HealthIssue } from '../auth.ts'
import type { Connector } from '../connector.ts'
import { createGoogleAuth } from '../google/auth.ts'
import type { GrantCall } from '../session.ts'
import { buildListSchema, ResourceId, request } from './api.ts'
import { youtube } from './platform.ts'

type Channel = Static<typeof Channel>
const Channel = Type.Object({
  id: ResourceId,
  snippet: Maybe(
    Type.Object({
      title: Maybe(Type.String()),
      customUrl: Maybe(Type.String()),
      thumbnails: Maybe(Type.Object({ medium: Maybe(Type.Object({ url: Maybe(Type.String()) })) })),
    }),
  ),
  contentDetails: Maybe(Type.Object({ relatedPlaylists: Maybe(Type.Object({ uploads: Maybe(Type.String()) })) })),
  status: Maybe(Type.Object({ longUploadsStatus: Maybe(Type.String()) })),
})

const ChannelList = buildListSchema(Channel)

export const auth: Auth = { ...createGoogleAuth(youtube), listEntities: listChannels }

/** On Google's page a person signs in as one channel, so there is usually one. */
async function listChannels(call: GrantCall): Promise<FoundEntity[]> {
  const query = { part: 'snippet,contentDetails,status', mine: true, maxResults: 50 }
  const { items } = await request(call, 'channels.list', { schema: ChannelList, query })
  return (items ?? []).map(readEntity)
}

function readEntity({ id, snippet, contentDetails, status }: Channel): FoundEntity {
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
  const entities = await listChannels(session)
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

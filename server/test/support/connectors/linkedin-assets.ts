import { createHash } from 'node:crypto'
import { denied, nextUrnId, nonce, notFound, ok, Refusal } from './linkedin-values.ts'
import type { FakeReply, ReceivedRequest } from './loopback.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- responses of every shape
type Any = any

interface Access {
  readonly authorize: (request: ReceivedRequest) => { readonly person: string; readonly scopes: readonly string[] }
  readonly assertAs: (request: ReceivedRequest, urn: string, access: 'r' | 'w') => unknown
}

const PART_BYTES = 4_194_304

/** Images, videos and documents: initialized, uploaded in parts, finalized, processed. */
export class FakeAssets {
  readonly all = new Map<string, Any>()
  /** Number of status requests before an upload is processed; -1 makes processing fail. */
  polls = 0
  private readonly access: Access
  constructor(access: Access) {
    this.access = access
  }

  act(request: ReceivedRequest, kind: string): FakeReply {
    const action = request.query.get('action')
    if (action === 'finalizeUpload' && kind === 'videos') return this.finalize(request)
    const { owner, fileSizeBytes } = request.json?.initializeUploadRequest ?? {}
    if (action !== 'initializeUpload' || typeof owner !== 'string')
      throw new Refusal(400, 'ILLEGAL_ARGUMENT', 'no such action')
    this.access.assertAs(request, owner, 'w')
    const id = nextUrnId()
    const urn = `urn:li:${kind.slice(0, -1)}:${id}`
    const size = Number(fileSizeBytes)
    if (kind === 'videos' && !(size > 0)) throw new Refusal(400, 'MISSING_FIELD', 'fileSizeBytes is required')
    const partCount = kind === 'videos' ? Math.ceil(size / PART_BYTES) : 1
    this.all.set(urn, { owner, kind, parts: [], partCount, token: nonce(), polls: this.polls, isFinal: false })
    const buildUploadUrl = (part: number) => `https://www.linkedin.com/dms-uploads/${id}/${part}?sau=signed`
    const name = kind.slice(0, -1)
    if (kind !== 'videos') return ok({ value: { uploadUrl: buildUploadUrl(0), [name]: urn, uploadUrlExpiresAt: 1 } })
    const uploadInstructions = Array.from({ length: partCount }, (_, at) => ({
      uploadUrl: buildUploadUrl(at),
      firstByte: at * PART_BYTES,
      lastByte: Math.min(size, (at + 1) * PART_BYTES) - 1,
    }))
    return ok({ value: { video: urn, uploadInstructions, uploadToken: this.all.get(urn).token } })
  }

  upload(request: ReceivedRequest, id: string, part: number): FakeReply {
    const asset = [...this.all].find(([urn]) => urn.endsWith(`:${id}`))?.[1]
    if (!asset || part >= asset.partCount || request.bytes.length === 0) return { status: 400, body: 'Bad upload' }
    if (asset.kind !== 'videos') this.access.authorize(request)
    asset.parts[part] = request.bytes
    return { status: asset.kind === 'videos' ? 200 : 201, body: '', headers: { etag: computeEtag(request.bytes) } }
  }

  private finalize(request: ReceivedRequest): FakeReply {
    const { video, uploadToken, uploadedPartIds } = request.json?.finalizeUploadRequest ?? {}
    const asset = this.all.get(video)
    if (!asset) throw notFound()
    this.access.assertAs(request, asset.owner, 'w')
    const etags = asset.parts.map(computeEtag)
    if (uploadToken !== asset.token || JSON.stringify(uploadedPartIds) !== JSON.stringify(etags))
      throw new Refusal(400, 'ILLEGAL_ARGUMENT', 'the parts do not match')
    asset.isFinal = true
    return ok({})
  }

  show(request: ReceivedRequest, kind: string, urn: string): FakeReply {
    const asset = this.all.get(urn)
    const token = this.access.authorize(request)
    if (!asset || asset.kind !== kind) throw notFound()
    // The scopes of a person are write-only for images and documents.
    const isMine = asset.owner === `urn:li:person:${token.person}`
    if (kind !== 'videos' && isMine && !token.scopes.includes('r_member_social')) throw denied(`${kind}.GET`)
    if (asset.polls < 0) return ok({ id: urn, status: 'PROCESSING_FAILED', processingFailureReason: 'bad codec' })
    return ok({ id: urn, status: asset.polls > 0 && asset.polls-- ? 'PROCESSING' : 'AVAILABLE' })
  }
}

const computeEtag = (bytes: Buffer) => `"${createHash('sha256').update(bytes).digest('hex').slice(0, 20)}"`

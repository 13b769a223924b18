import type { MediaAsset } from './resources.ts'

const moment = '2026-01-15T09:30:00.000Z'

export const mediaExample: MediaAsset = {
  id: 'med_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  status: 'ready',
  source_url: 'https://example.com/harbour.jpg',
  storage_key: 'ws_01KA2Z3W9GQ8F0T5V6X7Y8Z9AA/K4/med_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB-01KA2Z3X00000000000000K4',
  public_url: 'https://api.example.com/v1/media/med_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB/content?token=k1.example',
  mime: 'image/jpeg',
  bytes_size: 482_113,
  width: 1600,
  height: 1200,
  duration_s: null,
  checksum: 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  validation: {
    platforms: {
      bluesky: { accepted: true, reasons: [] },
      youtube: { accepted: false, reasons: [{ rule: 'type', detail: 'Takes MP4, QuickTime, WebM; this is JPEG.' }] },
    },
  },
  created_at: moment,
  updated_at: '2026-01-15T09:30:02.000Z',
}

export const pendingMediaExample: MediaAsset = {
  ...mediaExample,
  status: 'pending',
  storage_key: null,
  public_url: null,
  mime: null,
  bytes_size: null,
  width: null,
  height: null,
  checksum: null,
  validation: {},
  updated_at: moment,
}

export const failedMediaExample: MediaAsset = {
  ...pendingMediaExample,
  status: 'failed',
  validation: { error: { code: 'http_status', message: 'The source returned status 404.' } },
}

import type { AnyEndpoint } from '../kit/endpoint.ts'

export function docsPage(endpoints: readonly AnyEndpoint[]): string {
  return `<!doctype html><title>Quoin</title><ul>${endpoints.map((e) => `<li>${e.method} ${e.path} ${e.summary}`).join('')}</ul>`
}

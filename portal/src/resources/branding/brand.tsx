import { useState } from 'react'

/** Name of the workspace's brand with its logo, or its first letter if no logo can be shown. */
export function Brand({ name, logoUrl }: { name: string; logoUrl: string | null }) {
  const [broken, setBroken] = useState<string>()
  const isShown = logoUrl !== null && broken !== logoUrl
  return (
    <div className="embed-brand">
      {isShown ? (
        <img src={logoUrl} alt="" height={32} referrerPolicy="no-referrer" onError={() => setBroken(logoUrl)} />
      ) : (
        <BrandLetter name={name} />
      )}
      <b className="truncate">{name}</b>
    </div>
  )
}

export function BrandLetter({ name }: { name: string }) {
  const [first] = new Intl.Segmenter().segment(name.trim())
  return (
    <span className="embed-letter" aria-hidden>
      {first?.segment.toUpperCase()}
    </span>
  )
}

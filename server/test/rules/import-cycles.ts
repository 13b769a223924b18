/**
 * Finds groups of files that import each other in a cycle, directly or through others: the strongly connected components of the
 * graph.
 */
export function findCircles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = []
  const visits = new Map<string, { order: number; lowest: number; isOpen: boolean }>()
  const open: string[] = []

  function visit(path: string): number {
    const own = { order: visits.size, lowest: visits.size, isOpen: true }
    visits.set(path, own)
    open.push(path)
    for (const to of imports.get(path) ?? []) {
      const seen = visits.get(to)
      if (!seen && imports.has(to)) own.lowest = Math.min(own.lowest, visit(to))
      else if (seen?.isOpen) own.lowest = Math.min(own.lowest, seen.order)
    }
    if (own.lowest === own.order) {
      const group = open.splice(open.indexOf(path))
      for (const member of group) Object.assign(visits.get(member) ?? {}, { isOpen: false })
      if (group.length > 1) circles.push(group.toSorted())
    }
    return own.lowest
  }

  for (const path of imports.keys()) if (!visits.has(path)) visit(path)
  return circles
}

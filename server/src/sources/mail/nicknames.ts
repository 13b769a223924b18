/** Each line is a name and its short forms. */
const NAMES = `
alexander alex sasha
alexandra alex sasha
andrew andy drew
anthony tony
benjamin ben
catherine kate cathy
charles charlie chuck
christine chris
christopher chris
daniel dan danny
david dave
deborah debbie
dmitry dima
donald don
edward ed eddie ted
elizabeth liz beth betty
francisco paco
frederick fred
gregory greg
jacob jake
james jim jimmy
jeffrey jeff
jennifer jen jenny
johannes hannes
john jack johnny
jonathan jon
jose pepe
joseph joe
joshua josh
katherine kate kathy
kenneth ken
lawrence larry
margaret maggie meg peggy
matthew matt
maximilian max
michael mike mick
mikhail misha
nicholas nick
patricia pat patty
patrick pat
peter pete
philip phil
rebecca becky
richard rick dick rich
robert bob rob bobby
ronald ron
samuel sam
sebastian seb
stephen steve
steven steve
susan sue
theodore ted theo
thomas tom tommy
timothy tim
victoria vicky
vladimir vova
william bill will billy
zachary zach`

const BY_NAME = new Map<string, Set<string>>()
for (const line of NAMES.trim().split('\n')) {
  const [name = '', ...forms] = line.split(' ')
  for (const form of forms) {
    add(name, form)
    add(form, name)
  }
}

function add(name: string, other: string): void {
  BY_NAME.set(name, (BY_NAME.get(name) ?? new Set()).add(other))
}

/** Lists the short forms of a name, and the names that it may be short for. */
export function listNameVariants(name: string): string[] {
  return [...(BY_NAME.get(name) ?? [])]
}

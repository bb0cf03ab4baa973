// Types of the server's messages; there is no code here. tests/board/messages.mjs compares them with the messages.

/**
 * @typedef {"white" | "black"} Side
 *
 * @typedef {import("./text.js").Message} Message
 *
 * @typedef {Record<string, string[]>} Cells  What stands on squares: pieces from the top down.
 *
 * @typedef {{ white: [string, number][], black: [string, number][] }} Hands
 *
 * @typedef {object} Scene  A position.
 * @property {string} text
 * @property {Side} side
 * @property {number} number
 * @property {Message | null} phase
 * @property {Cells} cells
 * @property {string[]} blocks
 * @property {Hands | null} reserve
 * @property {string[]} checkers
 * @property {string | null} checked
 * @property {{ square: string, name: Message }} [prey]  The piece whose capture would lose the game, where there is no check.
 * @property {string | null} frozen
 *
 * @typedef {"quiet" | "capture" | "shot" | "burst" | "drop" | "mount" | "pass"} Mark
 *
 * @typedef {object} Step  What a move does.
 * @property {string} wire
 * @property {string} san
 * @property {Message} says
 * @property {Mark} mark
 * @property {string | null} from
 * @property {string | null} to
 * @property {Cells} changes
 * @property {string[]} [blocks]
 * @property {Hands} [reserve]
 *
 * @typedef {Step & { way: string[] }} Choice  A legal move.
 *
 * @typedef {object} Saying  Where a move of the tree stands, and what is said of it.
 * @property {string} id
 * @property {string} parent  The move before it, or the start.
 * @property {Side} side
 * @property {number} number
 * @property {boolean} check
 * @property {string[]} before
 * @property {string[]} comments
 * @property {string[]} glyphs
 * @property {string[]} marks  Squares and arrows, `Ga1` and `Ra1b2`.
 *
 * @typedef {Step & Saying} Listed  A move of the tree.
 *
 * @typedef {object} Look  The position behind a move of the tree.
 * @property {Scene} scene
 * @property {Choice[]} moves
 * @property {Ending | null} ending
 *
 * @typedef {{ score: string, reason: Message }} Ending
 *
 * @typedef {"wall" | "duck" | "arrow" | "hole" | "water"} Obstacle
 *
 * @typedef {{ id: string, variant: string }} Begun  A game that has begun: its name in addresses, and the game that is played.
 *
 * @typedef {{ title: string, text: string }} OfferedGame  The game of a link: its name for people, and its rules as they are written.
 *
 * @typedef {{ variant: string | null, rules: string | null }} PackedRules  A game for a link: its name there, and its rules.
 *
 * @typedef {{ scene: Scene, ending: Ending | null, notices?: string[] }} Drafted  A position that was set up.
 *
 * @typedef {object} Judged  What is said of a half-move.
 * @property {"?!" | "?" | "??" | null} grade
 * @property {number} loss  From 0 to 1.
 * @property {Step[]} better
 * @property {number | null} missed  In how many moves a win was to be had.
 *
 * @typedef {object} Reviewed  The review of a game.
 * @property {number[]} expected  What White could expect at the start and after each half-move, from 0 to 1.
 * @property {string[]} scores
 * @property {Judged[]} moves
 * @property {[number | null, number | null]} accuracy
 * @property {number | null} decision
 * @property {boolean} slipped
 *
 * @typedef {{ done: number, all: number, review: Reviewed | null }} Progress
 *
 * @typedef {{ level: number } | { time: number } | { nodes: number }} StrengthPlan  A level, or milliseconds or nodes for a move.
 *
 * @typedef {{ kind: "person" } | { kind: "engine" } & StrengthPlan} Player
 *
 * @typedef {{ control: string, white: number, black: number, running: Side | null }} Times  In milliseconds.
 *
 * @typedef {object} Snapshot  All that there is to see of a game.
 * @property {string} id
 * @property {number} version
 * @property {string} variant
 * @property {Player} white
 * @property {Player} black
 * @property {[string | null, string | null]} names
 * @property {Scene} start
 * @property {string} root  What the start is called among the moves.
 * @property {string[]} introduction
 * @property {string[]} marks  Those of the start.
 * @property {Listed[]} tree
 * @property {string[]} line  The moves that were played.
 * @property {Scene} scene
 * @property {Choice[]} moves
 * @property {Ending | null} ending
 * @property {Message | null} repeats  Why the game ends if the position occurs once more.
 * @property {Times | null} clock
 * @property {Side | null} offer
 * @property {Side | null} takeback  Who asks to take the last move back.
 * @property {Side[]} away  The sides of persons at other devices.
 * @property {boolean} thinking
 * @property {{ paused: boolean, pause: number }} pace  That of two engines.
 * @property {string | null} trouble  What goes wrong with the game.
 *
 * @typedef {{ text: string, name: Message, words: Message[] }} Kind
 *
 * @typedef {{ from: string, to: string, mark: Mark }} Reach  Where a piece could go, or whom it could shoot.
 *
 * @typedef {{ variant: string, scene: Scene, square: string | null, reach: Reach[] }} Shown  A position to learn from.
 *
 * @typedef {Kind & { shown: Shown | null }} Lesson
 *
 * @typedef {{ name: string, scene: Scene }} TaskCard  A task to learn a game by.
 *
 * @typedef {object} Resources  Of an engine.
 * @property {number} threads
 * @property {number} hash  The megabytes of its table.
 * @property {string} net  The name of its net.
 * @property {boolean} book  Whether players play the moves of a book.
 *
 * @typedef {{ name: string, game: string | null }} NetOffer  A net, and its game if it has one only.
 *
 * @typedef {Resources & { most: { threads: number, hash: number }, nets: NetOffer[], books: string[] }} EngineChoice
 *
 * @typedef {object} Explored  What was played from a position.
 * @property {number} games
 * @property {{ wire: string, san: string, games: number, white: number, draws: number, black: number, book: number | null }[]} moves
 *
 * @typedef {{ is: "text" | "code", text: string } | { is: "emphasis" | "strong", spans: Span[] }
 *     | { is: "rules", game: string, spans: Span[] }} Span  A part of a line.
 *
 * @typedef {{ is: "heading", level: number, spans: Span[] } | { is: "paragraph", spans: Span[] }
 *     | { is: "list", first: number | null, items: Block[][] } | { is: "table", head: Span[][], rows: Span[][][] }
 *     | { is: "code", text: string } | { is: "diagram", says: string, shown: Shown }} Block  A part of a rules page.
 *
 * @typedef {{ variant: Span[] | null, blocks: Block[] }} Rules
 *
 * @typedef {object} Variant  What there is to know of a game.
 * @property {string} name
 * @property {Message} title
 * @property {Message} summary
 * @property {boolean} comes_along  One of the many that are not listed with the others.
 * @property {boolean} [written]  Played while it was written: it is not listed with the others.
 * @property {Obstacle} obstacle  What closes squares.
 * @property {boolean} foreign  Others need its rules to play it.
 * @property {string} family
 * @property {number} files
 * @property {number} ranks
 * @property {string[]} holes
 * @property {[string, string][]} zones  Parts that some pieces never leave: the lower left and the upper right square.
 * @property {boolean} draws
 * @property {Scene} start
 * @property {{ cells: Cells, blocks: string[] } | null} sample  A position of it that can occur.
 * @property {number} starts  The number of positions that it can begin with.
 * @property {boolean} shuffled  True if one of them is drawn at random, unless somebody chooses.
 * @property {(Kind & { figure: string | null })[]} pieces  With the figures of their moves, where the game has no pictures of its own.
 *
 * @typedef {object} MarkedFinding  What is to be said of a part of a text.
 * @property {"note" | "warning" | "refused" | "error"} severity
 * @property {number} line  From 1; 0 for the whole text.
 * @property {number} from
 * @property {number} to
 * @property {Message} says
 * @property {string} [suggestion]  The text to write instead.
 *
 * @typedef {Kind & { figure: string | null, key: string, shown: Shown & { square: string } | null }} SketchedKind
 *
 * @typedef {Omit<Variant, "pieces"> & { pieces: SketchedKind[] }} Sketch  A game that is written, as it is now.
 *
 * @typedef {object} CheckedText
 * @property {{ name: string, line: number, plays: boolean }[]} games
 * @property {MarkedFinding[]} findings
 * @property {number} hidden  How many more findings there are.
 * @property {string | null} name  The game that is worked at.
 * @property {Sketch | null} sketch
 *
 * @typedef {{ name: string, kind: Message, default: string | Message, text: Message, values?: string[] }} ListedKey
 *
 * @typedef {Omit<ListedKey, "name"> & { names: string[] }} ListedKeys  Keys that are alike but for their names.
 *
 * @typedef {{ keys: ListedKeys[], texts: Record<string, Record<string, string>>, bases: string[] }} KeyList  With the texts of all
 *     messages by languages.
 *
 * @typedef {{ keys: ListedKey[], bases: string[] }} WrittenKeys
 *
 * @typedef {{ name: string, games: string[], when: string }} KeptText
 *
 * @typedef {{ number: number, when: string }} TextVersion
 *
 * @typedef {{ line: number, text: string, fate: "taken" | "approximated" | "lost" | "looks", why?: Message }} ImportedLine
 *
 * @typedef {object} StudyState  A study of a game.
 * @property {string} variant
 * @property {string} title
 * @property {number} done  The games that were played.
 * @property {number} all
 * @property {boolean} runs
 * @property {Message[]} findings
 * @property {Message} [trouble]
 * @property {boolean} compares  True if two studies can be put side by side.
 *
 * @typedef {{ text: string, notes: ImportedLine[] }} ImportedText  A game of another program.
 *
 * @typedef {object} Offer  A game of a file.
 * @property {number} number
 * @property {Message | null} title
 * @property {string} white
 * @property {string} black
 * @property {string} result
 * @property {number} plies
 * @property {string} occasion
 *
 * @typedef {{ id: string, variant: string } | { choice: Offer[] } | LoadedAll} Loaded
 *
 * @typedef {{ number: number, why: string, says: Message }} RefusedGame  A game that was not taken over, in the server's English and as
 *     a sentence.
 * @typedef {{ opened: number, refused: RefusedGame[] }} LoadedAll  How many were taken over, and the others.
 *
 * @typedef {object} Summary  A game that is kept.
 * @property {string} id
 * @property {string} variant
 * @property {string} [name]  That it was given.
 * @property {Cells} cells  The last position.
 * @property {string[]} blocks
 * @property {Player | string} white  A player of this program, or the name of another one.
 * @property {Player | string} black
 * @property {number} plies
 * @property {string} result
 * @property {string} when
 * @property {string} [trouble]  Why its file is not opened.
 *
 * @typedef {"white" | "black" | "watch"} Seat
 *
 * @typedef {object} ListedSeat  A seat at a game for guests.
 * @property {Seat} seat
 * @property {string | null} link
 * @property {string[] | null} code  The link as a QR code, rows of `#` and spaces.
 * @property {{ number: number, present: boolean }[]} guests
 *
 * @typedef {{ address: string | null, encrypted: boolean, seats: ListedSeat[] }} GuestList
 *
 * @typedef {{ seat: Seat, variant: Variant }} OfferedSeat
 *
 * @typedef {{ wire: string, line: string[], score: string | null }} Hint
 *
 * @typedef {object} BestLine
 * @property {number} score  How White stands, in centipawns.
 * @property {number} expected  What White can expect of the game, from 0 to 1.
 * @property {string} text  The same for people.
 * @property {number} depth
 * @property {Step[]} steps
 *
 * @typedef {object} Analysis  What the engine thinks of a position.
 * @property {string} at  The move of the tree behind which the position is.
 * @property {number} depth
 * @property {number} nodes
 * @property {number} time  In milliseconds.
 * @property {BestLine[]} lines
 */

export {};

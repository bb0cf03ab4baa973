// Processes of helgi.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The address that a process of helgi prints. */
export function addressOf(process) {
    return new Promise((found, failed) => {
        let said = "";
        process.stdout.on("data", (piece) => {
            said += piece;
            const named = /http:\S+/.exec(said)?.[0];
            if (named) found(named);
        });
        process.on("exit", () => failed(new Error(`helgi has ended: ${said}`)));
    });
}

/** Starts the server, with games in a folder of its own, more options, and the games of a file; with its address and how it ends. */
export async function serve(folder = mkdtempSync(join(tmpdir(), "helgi-board-")), options = [], file = "") {
    const server = spawn(process.env.HELGI, ["board", "--no-open", "--data", folder, ...options], {
        env: file === "" ? process.env : { ...process.env, HELGI_GAMES: file },
        stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    server.stdout.on("data", (piece) => (said += piece));
    const address = await addressOf(server);
    /** The addresses that it has printed, once there are so many. */
    const links = async (count) => {
        for (;;) {
            const found = said.match(/http:\S+/g) ?? [];
            if (found.length >= count) return found;
            await new Promise((go) => setTimeout(go, 20));
        }
    };
    const kill = () => new Promise((gone) => server.on("exit", gone) && server.kill("SIGKILL"));
    const end = async () => {
        await kill();
        rmSync(folder, { recursive: true });
    };
    /** The memory that it holds, in kilobytes, where the system says so. */
    const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1]);
    return { address, folder, kill, end, memory, links };
}

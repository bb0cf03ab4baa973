// The entrance: keeps the key of the address for this page alone, and goes on to the board.

import { enter } from "./key.js";

const [, , key = ""] = location.pathname.split("/");
if (enter(key)) location.replace(`/${location.hash}`);
else {
    const page = document.getElementById("page");
    if (page) {
        page.textContent = "This browser keeps nothing for this page: "
            + "allow it to store data for 127.0.0.1, and open the address again.";
    }
}

/** Bytes put together and spelled in hex, as the signature library has it. */
import { etc } from "@noble/ed25519";

export const { bytesToHex, concatBytes, hexToBytes } = etc;

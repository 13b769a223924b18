<?php

// Receives Quoin webhooks. Needs only PHP (8.1 or later).
//
//   WEBHOOK_SECRETS=whsec_... php -S 127.0.0.1:9000 receiver.php
//
// During a rotation, WEBHOOK_SECRETS has both secrets: new,old. Also works behind PHP-FPM and Apache.

declare(strict_types=1);

namespace Quoin;

const TOLERANCE_SECONDS = 300;
const BODY_BYTES_MAX = 1_048_576;
const REMEMBER_SECONDS = 7 * 24 * 3600;

/** The message is the error code. */
final class Refusal extends \Exception
{
}

/**
 * Returns the event if one of the secrets signed the delivery, otherwise throws a Refusal.
 *
 * @param list<array{string, string}> $pairs names and values of the headers
 * @param list<string> $secrets
 * @return array<string, mixed>
 */
function verify(string $body, array $pairs, array $secrets, ?int $now = null): array
{
    if ($secrets === []) {
        throw new Refusal('bad_secret');
    }
    foreach ($secrets as $secret) {
        // D: $ does not match before a trailing line break.
        if (preg_match('~^whsec_[A-Za-z0-9+/]+={0,2}$~D', $secret) !== 1) {
            throw new Refusal('bad_secret');
        }
    }
    $digests = digests_in(header_of($pairs, 'x-service-signature'));
    $timestamp = header_of($pairs, 'x-service-timestamp');
    if (preg_match('/^[0-9]{1,12}$/D', $timestamp) !== 1) {
        throw new Refusal('malformed_header');
    }
    if (abs(($now ?? time()) - (int) $timestamp) > TOLERANCE_SECONDS) {
        throw new Refusal('timestamp_out_of_range');
    }
    $is_match = false;
    foreach ($secrets as $secret) {
        $expected = hash_hmac('sha256', "$timestamp.$body", $secret);
        foreach ($digests as $digest) {
            // Compares every digest in constant time, without stopping at a match.
            $is_match = hash_equals($expected, $digest) || $is_match;
        }
    }
    if (!$is_match) {
        throw new Refusal('no_match');
    }
    return event_in($body);
}

/** @param list<array{string, string}> $pairs */
function header_of(array $pairs, string $name): string
{
    $values = [];
    foreach ($pairs as [$key, $value]) {
        if (strtolower($key) === $name) {
            $values[] = $value;
        }
    }
    if ($values === []) {
        throw new Refusal('missing_header');
    }
    // PHP joins repeated headers with a comma and a space.
    if (count($values) > 1 || preg_match('/\s/', $values[0]) === 1) {
        throw new Refusal('malformed_header');
    }
    return $values[0];
}

/** @return list<string> */
function digests_in(string $signature): array
{
    $entries = explode(',', $signature);
    $digests = [];
    foreach ($entries as $entry) {
        [$tag, $value] = explode('=', $entry, 2) + [1 => null];
        if ($tag === '' || $value === null) {
            throw new Refusal('malformed_header');
        }
        if ($tag !== 'v1' && $tag !== 'v2') {
            continue;
        }
        if (preg_match('/^[0-9a-f]{64}$/D', $value) !== 1) {
            throw new Refusal('malformed_header');
        }
        $digests[] = $value;
    }
    if ($digests === [] || count($entries) > 8) {
        throw new Refusal('malformed_header');
    }
    return $digests;
}

/**
 * Parses the body. Called only after a signature matched.
 *
 * @return array<string, mixed>
 */
function event_in(string $body): array
{
    $event = json_decode($body, true);
    if (!is_array($event) || !is_string($event['id'] ?? null)) {
        throw new Refusal('body_not_json');
    }
    return $event;
}

/** Remembers an event id for 7 days in a file that only one process can create. A unique column in your database works too. */
function file_of(string $id): string
{
    $folder = getenv('WEBHOOK_SEEN') ?: sys_get_temp_dir() . '/quoin-webhooks';
    if (!is_dir($folder) && !@mkdir($folder, 0700, true) && !is_dir($folder)) {
        throw new \RuntimeException("$folder cannot be made");
    }
    foreach (random_int(0, 999) === 0 ? (glob("$folder/*") ?: []) : [] as $old) {
        if (filemtime($old) < time() - REMEMBER_SECONDS) {
            @unlink($old);
        }
    }
    return "$folder/" . hash('sha256', $id);
}

function is_new(string $id): bool
{
    $name = file_of($id);
    $file = @fopen($name, 'x');
    if ($file !== false) {
        return fclose($file);
    }
    if (!file_exists($name)) {
        throw new \RuntimeException("$name cannot be written");
    }
    return false;
}

/**
 * Replace this with your own code. If an event takes longer than a few seconds, put it into a queue.
 *
 * @param array<string, mixed> $event
 */
function handle(array $event): void
{
    error_log("{$event['type']} {$event['id']}");
}

/** @param array<string, mixed> $event */
function handle_once(array $event): void
{
    if (!is_new($event['id'])) {
        return;
    }
    try {
        handle($event);
    } catch (\Throwable $error) {
        // Quoin delivers the event again.
        unlink(file_of($event['id']));
        throw $error;
    }
}

function receive(): void
{
    try {
        $body = file_get_contents('php://input', false, null, 0, BODY_BYTES_MAX + 1);
        if ($body === false || strlen($body) > BODY_BYTES_MAX) {
            throw new Refusal('body_too_large');
        }
        $pairs = [];
        foreach (getallheaders() as $name => $value) {
            $pairs[] = [(string) $name, $value];
        }
        handle_once(verify($body, $pairs, explode(',', getenv('WEBHOOK_SECRETS') ?: '')));
        http_response_code(204);
    } catch (\Throwable $error) {
        error_log($error->getMessage());
        http_response_code($error instanceof Refusal ? 400 : 500);
    }
}

if (PHP_SAPI !== 'cli') {
    receive();
}

<?php
require '/usr/share/php/GuzzleHttp/autoload.php';
spl_autoload_register(function (string $class): void {
    if (str_starts_with($class, 'Quoin\\')) {
        require __DIR__ . '/quoin/lib/' . str_replace('\\', '/', substr($class, 6)) . '.php';
    }
});

$configuration = (new Quoin\Configuration())
    ->setHost(getenv('QUOIN_BASE_URL'))
    ->setAccessToken(getenv('QUOIN_API_KEY'));
$http = new GuzzleHttp\Client();

$platforms = (new Quoin\Api\PlatformsApi($http, $configuration))->platformsList();
echo 'platforms ', count($platforms->getData()), "\n";

$profiles = new Quoin\Api\ProfilesApi($http, $configuration);
$created = $profiles->profilesCreate(
    profile_request: new Quoin\Model\ProfileRequest(['name' => 'openapi-generator-php']),
    idempotency_key: 'create-with-php',
);
echo 'created ', $created->getName(), "\n";

$read = $profiles->profilesGet($created->getId());
echo 'read ', $read->getName(), ' ', json_encode($read->getExternalRef() === null), "\n";

try {
    $profiles->profilesGet('prof_missing');
} catch (Quoin\ApiException $failure) {
    $problem = $failure->getResponseObject();
    echo 'error ', $problem->getStatus(), ' ', $problem->getCode(), "\n";
}

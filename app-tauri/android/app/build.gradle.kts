import java.util.Properties
import org.jetbrains.kotlin.gradle.dsl.JvmTarget

plugins {
    id("com.android.application")
    id("org.jetbrains.kotlin.android")
    id("rust")
}

// Tauri writes it from the version in Cargo.toml.
val tauriProperties = Properties().apply {
    val file = file("tauri.properties")
    if (file.exists()) file.inputStream().use { load(it) }
}
val code = tauriProperties.getProperty("tauri.android.versionCode", "1").toInt()

android {
    compileSdk = 37
    namespace = "org.damier.app"
    defaultConfig {
        manifestPlaceholders["usesCleartextTraffic"] = "false"
        applicationId = "org.damier.app"
        minSdk = 26
        targetSdk = 37
        versionCode = code
        versionName = tauriProperties.getProperty("tauri.android.versionName", "1.0")
    }
    signingConfigs {
        // The signer's own key, from the environment. Without it packages stay unsigned.
        System.getenv("ANDROID_KEYSTORE")?.let { keystore ->
            create("release") {
                storeFile = File(keystore)
                storePassword = System.getenv("ANDROID_KEYSTORE_PASSWORD")
                keyAlias = System.getenv("ANDROID_KEY_ALIAS")
                keyPassword = System.getenv("ANDROID_KEY_PASSWORD")
            }
        }
    }
    buildTypes {
        getByName("debug") {
            manifestPlaceholders["usesCleartextTraffic"] = "true"
            isDebuggable = true
            isJniDebuggable = true
            isMinifyEnabled = false
            packaging {
                jniLibs.keepDebugSymbols.add("*/arm64-v8a/*.so")
                jniLibs.keepDebugSymbols.add("*/armeabi-v7a/*.so")
                jniLibs.keepDebugSymbols.add("*/x86/*.so")
                jniLibs.keepDebugSymbols.add("*/x86_64/*.so")
            }
        }
        getByName("release") {
            signingConfig = signingConfigs.findByName("release")
            // The same sources give the same bytes: no note of the checkout.
            vcsInfo.include = false
            optimization {
                enable = true
            }
            proguardFiles(
                *fileTree(".") {
                    include("**/*.pro")
                    exclude("build/**")
                }.files.toTypedArray()
            )
        }
    }
    // A list of the libraries that only Google can read.
    dependenciesInfo {
        includeInApk = false
        includeInBundle = false
    }
    compileOptions {
        sourceCompatibility = JavaVersion.VERSION_1_8
        targetCompatibility = JavaVersion.VERSION_1_8
    }
    buildFeatures {
        buildConfig = true
    }
}

// Stores tell the packages for each processor apart by their version codes: the last digit.
val digits = mapOf("universal" to 0, "arm" to 1, "arm64" to 2, "x86" to 3, "x86_64" to 4)
androidComponents {
    onVariants { variant ->
        val abi = variant.productFlavors.first { (dimension, _) -> dimension == "abi" }.second
        variant.outputs.forEach { it.versionCode.set(code * 10 + digits.getValue(abi)) }
    }
}

kotlin {
    compilerOptions {
        jvmTarget = JvmTarget.JVM_1_8
    }
}

rust {
    rootDirRel = "../../../"
}

dependencies {
    implementation("androidx.webkit:webkit:1.14.0")
    implementation("androidx.appcompat:appcompat:1.7.1")
    implementation("androidx.activity:activity-ktx:1.10.1")
    implementation("com.google.android.material:material:1.12.0")
    implementation("androidx.lifecycle:lifecycle-process:2.10.0")
}

apply(from = file("tauri.build.gradle.kts"))
